import { analysisOf, keepAnalysis, isProved } from './verdicts.js';

// The live analysis of one position after another: the questions to the engine, and the answers
// that are shown and kept. It touches no element of the page.

// The time for a position before the search rests, in milliseconds. "Deeper" goes on five times as
// long.
const restAfter = 60000;

// The time that a position must stay on the board before it is searched, in milliseconds.
const quietTime = 80;

// The interval in which the analysis is kept while a search goes on, in milliseconds.
const keepEvery = 1000;

// The newest lines of play of a search that reports several. During an iteration its first lines
// are newer than the others. A move that has risen is therefore removed from its earlier rank.
export class LineTable {
  constructor(count) {
    this.count = count;
    this.byRank = [];
    this.nodes = 0;
    this.ms = 0;
  }

  add(info) {
    if (!info.line?.length) return;
    const rank = Math.max(1, info.rank ?? 1);
    const isOld = (other, index) => other && index !== rank - 1 && other.line[0] === info.line[0] &&
      other.depth <= info.depth;
    this.byRank = this.byRank.map((other, index) => isOld(other, index) ? null : other);
    this.byRank[rank - 1] = info;
    this.nodes = Math.max(this.nodes, info.nodes ?? 0);
    this.ms = Math.max(this.ms, info.ms ?? 0);
  }

  // The lines without gaps, at most as many as asked for.
  get lines() {
    return this.byRank.filter(Boolean).slice(0, this.count);
  }

  get depth() {
    return this.byRank[0]?.depth ?? 0;
  }
}

export class Analysis {
  // `services` has game, engine, position(node), isOver(node) and keep() as in services.js.
  // before(node, isCurrent) asks for facts that are to be known before the search, such as proofs.
  // changed() is called after each piece of news.
  constructor(services) {
    this.services = services;
    this.isOn = false;
    this.count = 3;
    this.node = null;
    this.table = null;
    this.state = 'off';
    this.run = 0;
    this.finished = Promise.resolve();
  }

  // Returns the analysis to show for a node. This is the kept one until the running search is as
  // deep or has more lines.
  shown(node) {
    const kept = node.info?.lines ? node.info : null, table = node === this.node ? this.table : null;
    if (!table?.lines.length) return kept;
    const live = analysisOf(table.lines, table.nodes, table.ms);
    const isAhead = !kept || live.depth >= kept.depth || live.lines.length > kept.lines.length ||
      isProved(live);
    return isAhead ? live : kept;
  }

  switchOn(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    if (isOn) this.start(this.services.game.current);
    else this.halt('off');
  }

  setCount(count) {
    this.count = count;
    if (this.isOn) this.start(this.services.game.current);
  }

  // Starts a search if the current position has changed.
  follow() {
    if (this.isOn && this.services.game.current !== this.node) this.start(this.services.game.current);
  }

  // Ends the running search; resolves when the engine is free.
  async halt(state = this.state) {
    this.run++;
    this.state = state;
    this.node = null;
    this.table = null;
    if (this.isSearching) this.services.engine?.stop();
    await this.finished;
  }

  start(node, time = restAfter) {
    if (!this.services.engine) {
      // Once the engine is there, `follow` starts the search.
      this.state = 'starting';
      return;
    }
    const halted = this.halt('starting');
    const run = this.run;
    this.node = node;
    this.time = time;
    // While a key is held many positions pass by: only the last is searched.
    const quiet = new Promise(resolve => setTimeout(resolve, quietTime));
    this.finished = Promise.all([halted, quiet]).then(() => this.search(node, run)).catch(error => {
      if (run !== this.run) return;
      this.state = 'failed';
      this.failure = String(error?.message ?? error);
      this.services.changed();
    });
    this.services.changed();
  }

  // Continues a search whose time is over, for five times as long.
  deepen() {
    this.start(this.services.game.current, this.time * 5);
  }

  async search(node, run) {
    const { services } = this;
    if (run !== this.run) return;
    if (services.isOver(node)) {
      this.state = 'over';
      services.changed();
      return;
    }
    this.isSearching = true;
    try {
      await services.before(node, () => run === this.run);
      if (run !== this.run) return;
      this.state = 'searching';
      const table = this.table = new LineTable(this.count);
      let keptAt = Date.now();
      const onInfo = info => {
        table.add(info);
        if (run !== this.run) {
          // The search was stopped before it had begun.
          services.engine.stop();
          return;
        }
        if (Date.now() - keptAt > keepEvery) {
          keptAt = Date.now();
          this.keep(node, table);
        }
        services.changed();
      };
      await services.engine.search(services.position(node), { lines: this.count, timeMs: this.time, onInfo });
      this.keep(node, table);
      if (run !== this.run) return;
      this.state = 'rested';
      services.changed();
    } finally {
      this.isSearching = false;
    }
  }

  keep(node, table) {
    if (!table.lines.length) return;
    if (keepAnalysis(node, analysisOf(table.lines, table.nodes, table.ms))) this.services.keep();
  }
}
