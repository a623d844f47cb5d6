// The texts in Chinese, by key, as in texts-en.js.

export const chineseTexts = {
  // 页面
  modes: '模式', play: '对局', analyse: '分析', review: '复盘', changeLanguage: 'English (英文)', changeTheme: '浅色或深色',
  options: '设置', help: '帮助', close: '关闭', cancel: '取消', change: '更换', stop: '停止', copy: '复制', comma: '，', colon: '：', stop_: '。',
  and: '、', starting: '正在启动引擎…', failed: '引擎无法在此启动。',

  // 棋子与着法
  black: '黑方', white: '白方', stone_black: '黑子', stone_white: '白子', dead_stone_black: '已吃黑子', dead_stone_white: '已吃白子',
  emptyPoint: '空点', moveNumber: '第 {number} 手', lastMove: '最后一手', inWinningRow: '在连珠之中', theStart: '开局', saidMove: '{side} {move}',
  saidPass: '{side}停一手', saidSlide: '{side} {from} 走到 {to}', saidPlace: '{side}放子 {to}', saidRemove: '{side}拿掉 {taken}', saidTakes: '吃 {taken}',
  pass: '停一手', boardGomoku: '棋盘，{width} 乘 {height}。方向键移动，回车落子。', boardLiuzhou: '六洲棋棋盘。方向键移动，回车选择。',
  forbidden_double_three: '三三禁手', forbidden_double_four: '四四禁手', forbidden_overline: '长连禁手', isForbidden: '{point} 是黑方禁手：{reason}。',

  // 输入着法
  previewed: '预选 {move}，再点一次落子。', previewHint: '再点同一位置，或按：', playThis: '落子 {move}', stepBack: '退一步', error_occupied: '{point} 已有棋子。',
  error_notEmpty: '{point} 已有棋子。', error_notBeside: '走不到 {point}，请选有标记的点。', error_stoneFirst: '请先选要走的棋子，再选去处。',
  notYours: '{point} 的棋子不归您走。', cannotSlide: '{point} 的棋子走不动：旁边没有空点。', isProtected: '{point} 已成城，受保护，不能吃。',
  notTakable: '{point} 不能吃。', noteTaking: '将被吃掉', noteTakable: '可吃', noteChosen: '已选', noteTarget: '可走到', mustPass: '没有能走的棋子。',
  forcedRemoval: '放子时双方都没有吃子：逼子，请拿掉{other}一子。', exchangeFirst: '没有能走的棋子：换子，请拿掉{other}一子。',
  exchangeAnswer: '换子：请拿掉{other}一子作为回应。', takeMore: '请选 {count} 个要吃的子。', placeStone: '请选一个空点放子。', slideWhich: '请选要走的棋子。',
  slideWhere: '{from} 走到有标记的点。', earns: '{formations}：吃 {count} 子。', formation_square: '成方', formation_diag3: '斜三', formation_diag4: '斜四',
  formation_diag5: '斜五', formation_diag6: '斜六', formation_six: '成六', 'formation_edge-six': '边线成六',

  // 对局
  gameTools: '对局操作', undo: '悔棋', redo: '恢复', hint: '提示', pause: '暂停', goOn: '继续', draw: '提和', resign: '认输', newGame: '新对局', newShort: '新局',
  yourTurn: '轮到您，{side}', turnOf: '轮到{side}', toMoveNow: '轮到{side}', movesAgain: '{side}再走一步', thinking: '五六正在思考…',
  thinkingAs: '{side}正在思考…', moveNow: '立即落子', isPaused: '已暂停', searchingHint: '正在找好棋…', hintIs: '提示：{move}', saidUndo: '已悔棋，轮到{side}',
  viewing: '第 {number} 手之后', viewingStart: '开局局面', backToGame: '回到对局', playFromHere: '从这里下', viewingHint: '正在看以前的局面，请先回到对局。',
  overHint: '对局已结束。', pausedHint: '对局已暂停。', answerFirst: '请先回答问题。', chooseFirst: '请先选颜色。', waitHint: '还没轮到您。',
  askResign: '要认输吗？', resignYes: '认输', askDraw: '{side}提和，{other}同意吗？', accept: '同意', decline: '不同意', rematch: '再来一局', toReview: '复盘',
  tryAgain: '重试', engineFailed: '引擎出错了。', gameBegins: '新对局开始。', hasWon: '{side}胜', isDraw: '和棋', ending_row: '五子连珠', ending_full: '棋盘已满',
  ending_noMoves: '无处可下', ending_fewStones: '剩子太少', ending_blocked: '无子可走', ending_quiet: '太多回合没有吃子', ending_repetition: '同一局面出现三次',
  ending_resigned: '{side}认输', ending_time: '{side}超时', ending_agreed: '双方议和', phase_placing: '放子', phase_forcing: '逼子', phase_moving: '走子',
  phase_exchanging: '换子', phase_over: '', phase_playing: '', quietCount: '{count} 步没有吃子', swap2Name: '开局：Swap2 三手交换',
  swap2_proposing: '{player}：摆三子，现在摆{side}（还剩 {left} 子）', swap2_choosing: '{player}：请选颜色', swap2_adding: '{player}：再摆两子，现在摆{side}（还剩 {left} 子）',
  swap2_choosingLast: '{player}：请选颜色', choose_black: '执黑', choose_white: '执白', choose_more: '再摆两子', said_black: '{player}执黑', said_white: '{player}执白',
  said_more: '{player}再摆两子', firstPlayer: '先手', secondPlayer: '后手', you: '您', engineName: '五六 {level} 级', changePlayer: '更换棋手', stonesLeft: '{count} 子',
  stonesInHand: '手中 {count} 子', stonesInHandDead: '手中 {count} 子，被吃 {dead} 子',

  // 新对局
  game_gomoku: '五子棋', game_liuzhou: '六洲棋', rules: '规则', boardSize: '棋盘', opening: '开局', players: '棋手', time: '时间', start: '开始',
  rule_freestyle: '无禁手', rule_standard: '标准（恰好五子）', rule_renju: '连珠（有禁手）', rule_caro: 'Caro', rule_exactcaro: 'Caro（恰好五子）',
  ruleNote_freestyle: '五子或更多连成一线即胜。', ruleNote_standard: '恰好五子胜，长连不算。', ruleNote_renju: '黑方禁三三、四四和长连。', ruleNote_caro: '两头被堵的五不算胜。',
  ruleNote_exactcaro: '恰好五子，且两头不能都被堵。', preset_fengyang: '凤阳', 'preset_fengyang-app': '凤阳（应用版）', preset_huainan: '淮南', preset_shandong: '山东',
  presetNote_fengyang: '通行规则。', 'presetNote_fengyang-app': '只算最大的一城；剩两子为负。', presetNote_huainan: '成六吃 2 子，边线成六吃 1 子。',
  presetNote_shandong: '斜线不算；走不动就换子。', sizeIs: '{size} × {size}', opening_free: '自由', opening_swap2: 'Swap2', swap2Note: '一方摆三子，另一方选颜色或再摆两子，对双方公平。',
  way_asFirst: '我先手', way_asSecond: '五六先手', way_byLot: '猜先', way_twoPeople: '双人', way_watch: '五六自战', level: '等级', level_1: '入门', level_2: '容易', level_3: '中等',
  level_4: '较强', level_5: '最强', clock_none: '不计时', clock_game: '整局计时', clock_turn: '每步限时', thinkTime: '五六每步最多想', seconds: '{seconds} 秒', minutesEach: '每方分钟',
  secondsMore: '每步加秒', secondsTurn: '每步秒数', switches: '地方规则', switchesNote: '留空则按上面选的规则。', asPreset: '同上', switch_count: '同时成两城',
  switch_count_sum: '相加', switch_count_best: '只算大的', switch_protect: '已成城的子', switch_protect_strict: '不能吃', 'switch_protect_last-resort': '无他子时可吃', switch_protect_never: '可以吃',
  switch_blocked: '走不动的一方', switch_blocked_pass: '停一手', switch_blocked_loss: '判负', switch_blocked_draw: '判和', switch_blocked_exchange: '换子', 'switch_force-first': '谁先逼子',
  'switch_force-first_first': '先手', 'switch_force-first_second': '后手', switch_mover: '谁先走子', switch_mover_first: '先手', switch_mover_second: '后手', 'switch_lose-at': '剩几子为负',
  'switch_fly-at': '剩几子可飞', switch_quiet: '几步不吃子为和', switch_square: '成方吃子', switch_diag3: '斜三吃子', switch_diag4: '斜四吃子', switch_diag5: '斜五吃子',
  switch_diag6: '斜六吃子', switch_six: '成六吃子', 'switch_edge-six': '边线成六吃子',

  // 设置、棋手、帮助
  languageName: '语言', themeName: '颜色', theme_auto: '跟随系统', theme_light: '浅色', theme_dark: '深色', rowsName: '五子棋行号', rows_above: '从上数', rows_below: '从下数',
  touchName: '落子确认', touch_auto: '格子小且触摸时', touch_always: '总是', touch_never: '从不', numbersName: '棋子上显示手数',
  touchNote: '确认方法：再点同一位置，或按棋盘下面的按钮。', seatTitle: '谁执{side}？', seat_person: '人', seat_engine: '五六', helpModes: '页面', keys: '按键',
  helpGomoku_1: '黑方先下，双方轮流在空点落子。', helpGomoku_2: '先把五子连成一线（横、竖、斜）者胜。', helpGomoku_3: '无禁手：超过五子也胜。标准：恰好五子才胜。',
  helpGomoku_4: '连珠：黑方不能走三三、四四和长连禁手。叉号标出禁手点，指向它可看原因。', helpGomoku_5: 'Caro：五子两头都被对方堵住则不算胜。',
  helpLiuzhou_1: '每方 18 子。先轮流放子在 36 个点上，黑方先放。', helpLiuzhou_2: '成城吃子：成方（吃 1）；从边到边的斜三、斜四、斜五、斜六（吃 1、1、2、3）；不靠边的整行成六（吃 3）。',
  helpLiuzhou_3: '落子前先指向该点，会显示能吃几子；然后选要吃的子。', helpLiuzhou_4: '已成城的子受保护。', helpLiuzhou_5: '放子时被吃的子留在原处打叉，棋盘放满后一起拿掉。',
  helpLiuzhou_6: '如果放子时没有吃子，双方各拿掉对方一子（逼子）。', helpLiuzhou_7: '然后白方先走子：先选棋子，再选旁边的空点。成城照样吃子。', helpLiuzhou_8: '剩三子或更少者负。',
  helpMode_1: '对局：与十个等级的五六下棋，双人对下，或看五六自战。点棋手名字可更换棋手。', helpMode_2: '分析：引擎的好棋与胜率，必胜着法，任意局面，棋谱文件。',
  helpMode_3: '复盘：下完的棋画成胜率曲线，标出失误。', helpOffline: '一切都在本页中运行，不用网络；关闭标签页后对局仍会保存。', key_arrows: '方向键', keyNote_arrows: '在棋盘上移动',
  key_enter: '回车', keyNote_enter: '落子或选择', key_escape: 'Esc', keyNote_escape: '退一步', key_undo: 'u、r', keyNote_undo: '悔棋、恢复', key_hint: 'h', keyNote_hint: '提示',
  key_steps: '[ ]', keyNote_steps: '前后查看', key_modes: '1 2 3', keyNote_modes: '对局、分析、复盘', key_newGame: 'n', keyNote_newGame: '新对局', newShort: '新局',

  // 着法
  moves: '着法', noMoves: '还没有着法。', comment: '注释', hasComment: '有注释', sideLine: '第 {number} 手的变化', stepThrough: '逐手查看', step_first: '回到开局', step_back: '上一手',
  step_forward: '下一手', step_last: '到最后', deleteFromHere: '删除此后着法', makeMain: '设为主线', isMainNow: '已设为主线。', deleted: '已删除 {move} 及其后着法。',

  // 分析
  analysis: '引擎', lines: '路数', deeper: '继续加深', analysisOff: '引擎已关', notSearched: '尚未分析', gameOver: '这里对局已结束。', figures: '深度 {depth} · {nodes} 节点 · 每秒 {speed}',
  searchFailed: '搜索失败：{reason}', bothChances: '黑方 {black}，白方 {white}', winsIn: '{moves} 手胜', losesIn: '{moves} 手负', lineEmpty: '第 {rank} 路：还没有', lineHead: '第 {rank} 路：{score}，深度 {depth}。在棋盘上固定显示',
  lineMoves: '第 {rank} 路的着法', lineSpoken: '{rank}：{move}，{score}', provedWin: '已证明：黑方走 {move} 必胜，最多 {moves} 手。', provedLoss: '已证明：黑方必胜，最多 {moves} 手。', forcedWins: '必胜着法',
  ask_vcf: '{side}连续冲四', ask_vct: '{side}连续进攻', hint_vcf: 'VCF：每一手都冲四的胜法', hint_vct: 'VCT：每一手都有做杀威胁的胜法', wins_vcf: '{side}连续冲四，{moves} 手胜。',
  wins_vct: '{side}连续进攻，{moves} 手胜。', threatens_vcf: '{side}有冲四胜的威胁，{moves} 手。', threatens_vct: '{side}有连续进攻胜的威胁，{moves} 手。', noThreat: '{side}没有冲四胜的威胁。',
  solving: '正在找{side}的胜法（{kind}）…', solve_none_vcf: '{side}没有冲四胜。', solve_none_vct: '{side}没有连续进攻胜。', solve_unknown_vcf: '{side}冲四胜：时间内没有结论。',
  solve_unknown_vct: '{side}连续进攻胜：时间内没有结论。',

  // 摆局面
  setup: '摆局面', putWhat: '点击时放什么', put_black: '黑子', put_white: '白子', put_dead_black: '已吃黑子', put_dead_white: '已吃白子', put_nothing: '清除', toMove: '轮到', phase: '阶段', placing: '放子',
  forcing: '逼子', moving: '走子', quietTurns: '没有吃子的步数', usePosition: '使用局面', emptyBoard: '清空棋盘', stoneCounts: '黑 {black} 子，白 {white} 子。', unusualCounts: '子数不寻常，但可以下。',
  mayBePlayed: '可以下。', fault_full: '没有空点了。', fault_many: '{side}超过 18 子。', fault_placed: '棋子已放完，请选别的阶段。', fault_uneven: '放子阶段不会出现黑 {black} 子、白 {white} 子。',
  fault_turn: '按子数应轮到{side}。', fault_dead: '被吃的子只在放子阶段留在棋盘上。', fault_forcing: '逼子阶段应是双方各 18 子，或一方已少一子。', fault_noRoom: '没有空点可走。', fault_over: '此局面对局已结束。',
  fault_other: '不行：{reason}',

  // 复制与粘贴
  exchange: '复制与粘贴', gameText: '棋谱文字', pasteHere: 'h8i9j10… 或 SGF、psq、六洲棋着法', pasteHint: '请粘贴棋谱、拖入文件或打开文件。', isGame: '{name}，{count} 手。', noGame: '读不出棋谱。', takeGame: '使用此棋谱',
  writtenAs: '格式', form_moves: '着法', form_sgf: 'SGF', form_psq: 'psq', form_turns: '着法表', form_position: '局面', saveFile: '保存', openFile: '打开文件', copied: '已复制。', copyByHand: '已选中，请用键盘复制。',
  fileTooLong: '文件太大，不是棋谱。',

  // 复盘
  pace: '每手时间', pace_quick: '快', pace_normal: '普通', pace_deep: '深', reviewStart: '开始复盘', reviewGoOn: '继续', reviewProgress: '复盘进度', reviewDone: '完成：标出 {count} 手。',
  reviewRunning: '{done} / {all} 个局面，约剩 {seconds} 秒', reviewOffer: '{all} 个局面，约 {seconds} 秒', reviewNothing: '还没有可复盘的对局。', reviewFailed: '复盘失败：{reason}', markBefore: '上一处失误',
  markAfter: '下一处失误', curveLabel: '逐手胜率', inaccuracy: '欠佳', mistake: '失误', blunder: '败着', inaccuracies: '欠佳', mistakes: '失误', blunders: '败着', accuracy: '准确度', meanLoss: '平均损失', firstChoices: '与引擎首选相同',
  ofMoves: '{count} / {all}', summary: '小结', limitsNote: '一手棋使胜率下降 5、10、20 % 时标出。', missedWin: '{side}走 {best} 可 {moves} 手胜。', wasWorse: '{side}胜率由 {before} 降到 {after}。', nowLost: '{other}现在 {moves} 手胜。',
  better: '更好：', asTable: '表格', number: '手', move: '着法', mark: '标记',

  // analyse and review
  looking: '正在思考…', deleteSure: '确定删除 {count} 手？',
  threatensTake: '{side}威胁走 {moves} 吃 {count} 子。',
  threatensNothing: '{side}暂无吃子的威胁。',
  gameNumber: '文件中第几盘', form_text: 'Wuliu 文本', formLoses: '此格式不能保存：{list}。',
};
