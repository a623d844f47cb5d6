import { text } from './text.js';
import { phaseWords, recordWords } from './status.js';

// The content of the status line while a game is played.

// Returns the content of the status line, with the fields that status.js describes.
export function playStatus(play) {
  const { state, opening } = play, side = text(state.side);
  if (play.question) return questionStatus(play);
  if (play.isViewing) {
    const number = play.app.game.path().length;
    return { words: text(number ? 'viewing' : 'viewingStart', { number }), buttons: [
      { text: text('backToGame'), click: () => play.app.goTo(play.live), isMain: true },
      { text: text('playFromHere'), click: () => play.playFromHere() }] };
  }
  if (play.isOver) {
    // A game that was opened and not played here needs no rematch. It may have been opened by
    // mistake, so buttons bring the game before back.
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
  if (opening) return openingStatus(play, opening);
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

// Returns the name of an opening rule in words.
export const openingName = rule => rule.startsWith('five-') ?
  text('openingRule_five', { count: Number(rule.slice(5)) }) : text(`openingRule_${rule || 'free'}`);

// Returns the name of the opening rule. If the first three stones form one of renju's named
// openings, its name follows, as in 'D4 Kagetsu 花月'.
function openingWords(play) {
  const { pattern } = play.state;
  return [text('openingIs', { name: openingName(play.settings.opening) }), pattern].filter(Boolean)
    .join(text('comma'));
}

function openingStatus(play, opening) {
  const player = text(play.actor ? 'secondPlayer' : 'firstPlayer');
  const more = play.advice?.node === play.live ? play.advice.words : openingWords(play);
  if (!play.isPersonToAct) return { words: text('thinking'), more };
  const { place, maySwap, fifths, offer, take } = opening, { offered, state } = play;
  const action = words => () => play.act(words), said = key => text(`opening_${key}`, { player,
    count: offer?.count, left: offer?.count - offered.length, side: text(state.side) });
  const offerButton = { text: text('offerNow'), isMain: true, click: action(`offer ${offered.join(',')}`) };
  const isFull = offer && offered.length === offer.count;
  if (maySwap) {
    const black = opening.black === play.actor, third = place.length ? 'orPlace' : offer ? 'orOffer' : '';
    const colors = [{ text: text('choose_black'), click: action(black ? 'stay' : 'swap'), isMain: !isFull },
      { text: text('choose_white'), click: action(black ? 'swap' : 'stay') }];
    return { words: said('choose'), more: third ? said(third) : more,
      buttons: isFull ? [offerButton, ...colors] : colors };
  }
  if (fifths) {
    const [least, most] = fifths, numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    return { words: said('fifths'), more, buttons: numbers.map(number =>
      ({ text: String(number), click: action(`fifths ${number}`) })) };
  }
  if (offer) return { words: said(isFull ? 'offerFull' : 'offer'), more, buttons: isFull ? [offerButton] : [] };
  return { words: said(take.length ? 'take' : 'place'), more };
}

// Returns the action of the opening that the engine advises: a colour to choose, a number of fifth
// moves, or points.
export function actionWords(play, action) {
  const [word, value] = action.split(' '), isBlack = play.blackSeat === play.actor;
  if (word === 'swap' || word === 'stay') return text((word === 'stay') === isBlack ? 'choose_black' : 'choose_white');
  return word === 'fifths' ? value : (value ?? word).split(',').map(move => play.app.label(move)).join(text('comma'));
}

// Returns an action of the opening as a sentence that says which player has taken it.
export function saidWords(play, seat, action) {
  const [word, value] = action.split(' '), isBlack = play.blackSeat === seat;
  return text(`said_${word}`, { player: text(seat ? 'secondPlayer' : 'firstPlayer'),
    side: text(isBlack ? 'black' : 'white'), count: Number(value),
    moves: (value ?? '').split(',').map(move => play.app.label(move)).join(text('comma')) });
}
