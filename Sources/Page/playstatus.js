import { text } from './text.js';
import { phaseWords, recordWords } from './status.js';

// What the status line says and asks while a game is played.

// For the status line: { words, more, buttons, tone, isQuestion }.
export function playStatus(play) {
  const { state, stage } = play, side = text(state.side);
  if (play.question) return questionStatus(play);
  if (play.isViewing) {
    const number = play.app.game.path().length;
    return { words: text(number ? 'viewing' : 'viewingStart', { number }), buttons: [
      { text: text('backToGame'), click: () => play.app.goTo(play.live), isMain: true },
      { text: text('playFromHere'), click: () => play.playFromHere() }] };
  }
  if (play.isOver) {
    // A game that was read and not played here has no rematch, but may have come by mistake.
    const last = play.app.isUntouched ? play.app.lastGameButtons() : [];
    return { words: play.resultWords(), tone: 'over', buttons: [
      !last.length && { text: text('rematch'), click: () => play.rematch(), isMain: true },
      { text: text('toReview'), click: () => play.app.open('review') }, ...last].filter(Boolean) };
  }
  if (play.problem) {
    return { words: text('engineFailed'), more: play.problem, tone: 'bad',
      buttons: [{ text: text('tryAgain'), isMain: true,
      click: () => { play.problem = null; play.go(); } }] };
  }
  if (play.isPaused) {
    return { words: text('isPaused'), buttons: [{ text: text('goOn'), click: () => play.pause(),
      isMain: true }] };
  }
  if (stage !== 'playing') return openingStatus(play, stage);
  if (!play.isPersonToAct) {
    return { words: text(play.isWatched ? 'thinkingAs' : 'thinking', { side }), more: phaseWords(play.app,
      state), buttons:
      play.isWatched ? [] : [{ text: text('moveNow'), click: () => play.app.engine.stop(),
        name: 'moveNow' }] };
  }
  const isOnly = play.seats.filter(({ kind }) => kind === 'person').length === 1;
  const again = !play.app.isGomoku && play.live.parent &&
    play.app.stateAt(play.live.parent).side === state.side;
  const words = text(again ? 'movesAgain' : isOnly ? 'yourTurn' : 'turnOf', { side });
  const record = recordWords(play.app, play.live);
  const more = play.advice?.node === play.live ? play.advice.words :
    record ? `${record}${text('comma')}${text('byRecord')}` : phaseWords(play.app, state);
  const buttons = !play.live.parent || play.app.isUntouched ? play.app.lastGameButtons() : [];
  return { words, more, buttons };
}

function questionStatus(play) {
  const isDraw = play.question === 'draw', other = text(play.state.side === 'black' ? 'white' : 'black');
  const isTwo = play.seats.every(({ kind }) => kind === 'person');
  const words = isDraw ? text('askDraw', { side: text(play.state.side), other }) :
    text(isTwo ? 'askResignSide' : 'askResign', { side: text(play.resigningSide) });
  return { isQuestion: true, words, buttons: [
    { text: text(isDraw ? 'accept' : 'resignYes'), click: () => play.answer(true), isMain: true },
    { text: text(isDraw ? 'decline' : 'cancel'), click: () => play.answer(false) }] };
}

function openingStatus(play, stage) {
  const player = text(play.actor ? 'secondPlayer' : 'firstPlayer');
  if (!play.isPersonToAct) return { words: text('thinking'), more: text('swap2Name') };
  const choices = { choosing: ['black', 'white', 'more'], choosingLast: ['black', 'white'] }[stage] ?? [];
  const left = (stage === 'proposing' ? 3 : 5) - play.app.game.path(play.live).length;
  return { words: text(`swap2_${stage}`, { player, left, side: text(play.state.side) }),
    more: text('swap2Name'),
    buttons: choices.map((choice, index) => ({ text: text(`choose_${choice}`), click: () =>
      play.choose(choice), isMain: !index })) };
}
