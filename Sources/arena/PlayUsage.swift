/// The help page of `arena play` in each language.
enum PlayUsage {
  static let english = """
    usage: arena play [GAME] [OPTIONS]

    Right away:
      arena play                    gomoku against our engine, you have Black
      arena play renju --level 3    by the rules of renju, against a weak engine
      arena play liuzhou            Liuzhou chess
      arena play --resume           go on with the last game, whatever ended it

    GAME is freestyle (if nothing is said), standard, renju, caro or exact-caro, with the board's
    side if it is not 15 (caro 20, standard 15x19); or liuzhou, with a preset and switches
    (liuzhou huainan, liuzhou shandong quiet=60). protocol.md has the rules.

    Who plays:
      --color white       you have White and the engine begins
      --level N           how well the engine plays, 1 to 10 (default: 10)
      --time SECONDS      how long it thinks about a move (default: 2)
      --engine COMMAND    another engine that speaks the Gomocup protocol
      --two               two people at this terminal
      --watch             two engines; --engine is the first, --second COMMAND the other
      --name NAME         what you are called
      --opponent NAME     what the other player is called
      --to-the-end        the engine does not resign a lost game

    How:
      --clock 10+5        ten minutes each and five seconds for every move
      --opening RULE      gomoku begins with an opening rule; the engine takes its part. RULE is
                          swap, swap2, pro or long-pro; in renju also rif, five-N (N fifth
                          moves), yamaguchi, soosyrv-8, taraguchi-10, tarannikov or sakata
      --swap2             the same as --opening swap2
      --position TEXT     begin in a set-up position, with either side to move:
                          "black h8 i9 white h9 to white"; in Liuzhou chess the text of
                          POSITION, "6/6/2X3/6/6/6 w p 0"
      --load FILE         begin with the main line of a record (arena convert --help lists the
                          formats) or of our text; a named rule wins over that of the file
      --game N            of a file that holds several games, begin with the N-th
      --line N            of a tree of variations, take the N-th line; 1 is the main line
      --move N            go on after move N of the record
      --plain             lines of plain text where a window could be drawn
      --rows-from-below   the board's lowest row is number 1, also in what you type; records
                          and files count as before
      --language en|zh    English or Chinese (default: by LC_ALL, LC_MESSAGES or LANG)

    With somebody at another machine:
      --listen PORT           wait on this machine for a call: the game is yours to choose;
                              "listening on ADDRESS" says what the other needs for --connect
      --connect ADDRESS       call HOST:PORT/TOKEN; the other has chosen the game
      --through COMMAND       call through a command that carries lines both ways, such as
                              --through "ssh HOST nc 127.0.0.1 PORT"; with --host you choose
      --token TOKEN           for --through: the word of the address after the stroke
    Only this machine can call --listen; ssh -L PORT:127.0.0.1:PORT HOST brings others there.
    The first who calls with the address has the seat, and he alone comes back to it. The link is
    not secret, nor proof against change on the way: over a network, use ssh.
    A line that breaks is put up again, and who comes back goes on: host with --resume, guest
    with the same command as before. Messages lost, doubled or torn change nothing. After the end
    the host's rematch offers another game, colours exchanged; the guest's rematch accepts it.

    Games are kept:
      --resume [FILE]     go on with the last unfinished game, or with that of FILE; an engine
                          other than ours is started only if --engine (and --second) names it
      --list              list the games that are kept
      --games DIR         where (default: ~/.local/share/wuliu/games)

    At the board: arrows and Enter, or type moves (h8; c3, c3c4xb2); help lists the other words,
    among them hint, analyse, undo, draw, resign, save FILE. Every deed is on the disk before it
    is shown. A finished game leaves a page beside its file on which it can be played through.
    """

  static let chinese = """
    用法：arena play [棋种] [选项]

    马上开始：
      arena play                    五子棋，与本引擎对局，您执黑
      arena play renju --level 3    按连珠规则（有禁手），对手较弱
      arena play liuzhou            六洲棋
      arena play --resume           继续上一盘棋，不管它因何中断

    棋种：freestyle（无禁手，默认）、standard（恰好五子）、renju（连珠）、caro 或 exact-caro，
    棋盘不是 15 路时写边长（caro 20、standard 15x19）；或 liuzhou（六洲棋），可写地方规则和选项
    （liuzhou huainan、liuzhou shandong quiet=60）。规则见 protocol.md。

    棋手：
      --color white       您执白，引擎先下
      --level N           引擎的棋力，1 到 10（默认 10）
      --time 秒           引擎每步想多久（默认 2）
      --engine 命令       另一个使用 Gomocup 协议的引擎
      --two               两人在这台机器上对下
      --watch             看两个引擎对下；--engine 是第一个，--second 命令是另一个
      --name 名字         您的名字
      --opponent 名字     对方的名字
      --to-the-end        引擎输定了也不认输

    方式：
      --clock 10+5        每方十分钟，每步加五秒
      --opening 规则      五子棋按开局规则开始，引擎也照规则走。规则有 swap（三手交换）、swap2、
                          pro、long-pro；连珠还有 rif、five-N（五手 N 打）、yamaguchi（山口）、
                          soosyrv-8（索索夫-8）、taraguchi-10（塔拉山口-10）、tarannikov
                          （塔拉尼科夫）、sakata（坂田）
      --swap2             同 --opening swap2
      --position 局面     从摆好的局面开始，哪一方先走都可以：
                          "black h8 i9 white h9 to white"；六洲棋用 POSITION 的写法，
                          "6/6/2X3/6/6/6 w p 0"
      --load 文件         从棋谱（格式见 arena convert --help）或本程序文本的主线接着下；
                          命令行写明的规则优先于文件中的规则
      --game N            文件中有多盘棋时，取第 N 盘
      --line N            棋谱有变化时，取第 N 条线；1 是主线
      --move N            从棋谱的第 N 手之后接着下
      --plain             只用文字行，不画窗口
      --rows-from-below   行号从下数，输入时也一样；棋谱和文件不变
      --language en|zh    英文或中文（默认按 LC_ALL、LC_MESSAGES、LANG）

    与另一台机器上的人对下：
      --listen 端口           在本机等对方连接，由您选棋种；"listening on 地址"就是对方
                              --connect 所需的地址
      --connect 地址          连接 主机:端口/口令；棋种由对方选
      --through 命令          通过一个双向传送文字行的命令连接，例如
                              --through "ssh HOST nc 127.0.0.1 PORT"；加 --host 则由您选棋种
      --token 口令            用于 --through：地址中斜线后面的词
    --listen 只接受本机的连接；用 ssh -L PORT:127.0.0.1:PORT HOST 可以从别处接入。
    最先用这个地址连接的人得到座位，以后也只有他能回来。连接没有加密，也不防中途篡改：
    经过网络时请用 ssh。
    断线会自动重连，回来后接着下：主方用 --resume，客方用原来的命令。终局后主方输入 rematch
    （再来）提出交换黑白再下一局，客方也输入 rematch 就开始。

    对局会保存：
      --resume [文件]     继续最近没下完的一盘，或文件中的一盘；不是本程序的引擎，只有用
                          --engine（和 --second）指明才会启动
      --list              列出保存的对局
      --games 文件夹      保存在哪里（默认 ~/.local/share/wuliu/games）

    棋盘前：方向键和回车，或输入着法（h8；c3、c3c4xb2）；help（帮助）列出其他用词，
    如 hint（提示）、analyse（分析）、undo（悔棋）、draw（和棋）、resign（认输）、save 文件（保存）。
    每一手都先存盘再显示。下完的棋旁边有一个网页，可以逐手重看。
    """
}
