/// The frequent characters of each language, by which encodings are told apart.
enum UsualCharacters {
  private static func set(_ text: String) -> Set<Unicode.Scalar> {
    Set(text.unicodeScalars.filter { $0.value >= 0x80 })
  }

  static let punctuation = set("，。、；：？！（）《》「」『』【】“”‘’…—·・　０１２３４５６７８９＋－＝")

  /// Returns the frequent Chinese characters in texts of an encoding; for Korean the traditional
  /// ones.
  static func set(of code: TextCode) -> Set<Unicode.Scalar> {
    switch code {
    case .gbk: simplified
    case .big5: traditional
    case .shiftJIS: japanese
    default: traditional
    }
  }

  /// Returns the first of the levels into which an encoding's standard divides the Chinese
  /// characters.
  ///
  /// The first level has the frequent characters. The set is empty for a standard without levels.
  static func firstLevel(of code: TextCode) -> Set<Unicode.Scalar> {
    switch code {
    case .gbk: simplifiedFirst
    case .big5: traditionalFirst
    case .shiftJIS: japaneseFirst
    default: []
    }
  }

  private static func characters(
    _ table: TextTable, _ rows: ClosedRange<UInt8>
  ) -> Set<Unicode.Scalar> {
    Set(rows.flatMap { row in (0x40...0xFE).compactMap { table.scalar(row, $0) } })
  }

  private static let simplifiedFirst = Set(
    (UInt8(0xB0)...0xD7).flatMap { row in
      (UInt8(0xA1)...0xFE).compactMap { TextTable.gbk.scalar(row, $0) }
    })
  private static let traditionalFirst = characters(.big5, 0xA4...0xC6)
  /// The first level ends within row 0x98; the second begins after a gap in this row.
  private static let japaneseFirst = characters(.shiftJIS, 0x88...0x97).union(
    (UInt8(0x40)...0x72).compactMap { TextTable.shiftJIS.scalar(0x98, $0) })

  /// The frequent simplified Chinese characters, with the words of the game.
  private static let simplified = set(
    """
    的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后
    多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它
    合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变
    条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头
    基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即
    保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带
    安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研
    界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便
    团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识
    适属圆包火住调满县局照参红细引听该铁价严首底液官德随病苏失尔死讲配女黄推显谈罪神艺呢席含企望密批营项防举球
    英氧势告李台落木帮轮破亚师围注远字材排供河态封另施减树溶怎止案言士均武固叶鱼波视仅费紧爱左章早朝害续轻服试
    食充兵源判护司足某练差致板田降黑犯负击范继兴似余坚曲输修故城夫够送笔船占右财吃富春职觉汉画功巴跟虽杂飞检吸
    助升阳互初创抗考投坏策古径换未跑留钢曾端责站简述钱副尽帝射草冲承独令限阿宣环双请超微让控州良轴找否纪益依优
    顶础载倒房突坐粉敌略客袁冷胜绝析块剂测丝协诉念陈仍罗盐友洋错苦夜刑移频逐靠混母短皮终聚汽村云哪既距卫停烈央
    察烧迅境若印洲刻括激孔搞甚室待核校散侵吧甲游久菜味旧模湖货损预阻毫普稳乙妈植息扩银语挥酒守拿序纸医缺雨吗针
    棋胜败禁劣丙丁戊己庚辛珠局谱赢输眠做杀防攻守堵变招式星恒浦岚峡溪瑞雨疏寒残松丘银流彗名恐长岩棒杀胜着
    """)

  /// The frequent traditional Chinese characters.
  private static let traditional = set(
    """
    的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後
    多定行學法所民得經十三之進著等部度家電力裡裏如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它
    合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變
    條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭
    基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即
    保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶
    安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研
    界拉林律叫且究觀越織裝影算低持音眾書布複容兒須際商非驗連斷深難近礦千週委素技備半辦青省列習響約支般史感勞便
    團往歷市克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識
    適屬圓包火住調滿縣局照參紅細引聽該鐵價嚴首底液官德隨病蘇失爾死講配女黃推顯談罪神藝呢席含企望密批營項防舉球
    英勢告李台臺落木幫輪破亞師圍注遠字材排供河態封另施減樹怎止案言士均武固葉魚波視僅費緊愛左章早朝害續輕服試
    食充兵源判護司足某練差致板田降黑犯負擊範繼興似餘堅曲輸修故城夫夠送筆船佔右財吃富春職覺漢畫功巴跟雖雜飛檢吸
    助升陽互初創抗考投壞策古徑換未跑留鋼曾端責站簡述錢副盡帝射草衝承獨令限阿宣環雙請超微讓控州良軸找否紀益依優
    頂礎載倒房突坐粉敵略客冷勝絕析塊劑測絲協訴念陳仍羅鹽友洋錯苦夜刑移頻逐靠混母短皮終聚汽村雲哪既距衛停烈央
    察燒迅境若印洲刻括激孔搞甚室待核校散侵吧甲游久菜味舊模湖貨損預阻毫普穩乙媽植息擴銀語揮酒守拿序紙醫缺雨嗎針
    棋勝敗禁劣丙丁珠局譜贏輸眠殺防攻堵招星恆浦嵐峽溪瑞疏寒殘松丘流彗著
    """)

  /// The frequent Japanese characters, with the words of the game.
  private static let japanese = set(
    """
    日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水
    半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体
    田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少
    町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤
    青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢
    政議民連対部合市内相定回選米実関決全表戦経最現調化当約首法性的要制治務成期取都和機平加受続進数記初指権支産
    点報済活原共得解交資予向際勝面告反判認参利組信在件側任引求所次昨論官増係感情投示変打直両式確果容必演歳争談
    能位置流格疑過局放常状球職与供役構割費付由説難優夫収断石違消神番規術備宅害配警育席訪乗残想声念助労例然限追
    商葉伝働形景落好退頭負渡失差末守若種美命福望非観察段横深申様財港識呼達良候程満敗値突光路科積他処太客否師登
    易速存飛殺号単座破除完降責捕危給苦迎園具辞因馬愛富彼未舞亡冷適婦寄込顔類余王返妻背熱宿薬険頼覚船途許抜便留
    罪努精散静婚喜浮絶幸押倒等老曲払庭徒勤遅居雑招困欠更刻賛抱犯恐息遠戻願絵越欲痛笑互束似列探逃遊迷夢君閉緒折
    草暮酒悲晴掛到寝暗盗吸陽御歯忘雪吹娘誤洗慣礼窓昔貧怒泳祖杯疲皆鳴腹煙眠怖耳頂箱晩寒髪忙才靴恥偶偉猫幾
    連珠禁手黒白勝負剣先珪桂名雲瑞星花残金松丘新疎岩月浦斜遊山溪峡恒銀流明嵐彗布石局着棋追詰四三達飛
    """)

  /// The frequent Korean syllables, with the words of the game.
  static let korean = set(
    """
    이다는의에을가고하를지은로한도기사나자아서시어리그인대만해정들으부수정일전있게보제여것원주장상면스구국라
    공조우성소과오동비세유적경관중마진용신선내요무생금안실모방문분위연거미달되계산조외후단발개학간데까때말수회
    없년물화교였았했습니까네저속및총민당명영향치와바타결차입재반식출통건번확강행었심월며던더체야히또운평현불
    초노통점양력권법작품집활력본제업합설호론런레트르크드브프피코토파카디니비즈치키티호하홍황흑백승패금수열린막
    필승쌍삼육목렌주오목대국놓두는둔곳좋은나쁜공격수비돌판형성포상중앙흑번백번우세열세균형변화계산
    렇게된할될울민음같많못받알앞위임잡직질책처천철청초총최추축취측층타탄태택터테토통투특편평폭표필함항해허험혁
    """)
}
