import { make, makeShape } from './elements.js';

// The icons of the page, drawn as lines in a square of 24 units.

const iconPaths = {
  undo: 'M9 7L4 12L9 17M4.5 12H14a5.5 5.5 0 0 1 0 11',
  redo: 'M15 7L20 12L15 17M19.5 12H10a5.5 5.5 0 0 0 0 11',
  hint: 'M9 18H15M10 21H14M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z',
  pause: 'M8 5V19M16 5V19',
  draw: 'M7 9H17M7 15H17',
  resign: 'M6 21V4M6 5C9 3 12 7 18 5V13C12 15 9 11 6 13',
  newGame: 'M12 5V19M5 12H19',
  options: 'M4 7H13M19 7H20M4 17H5M11 17H20M16 4.5a2.5 2.5 0 1 0 0 5' +
    'a2.5 2.5 0 1 0 0-5ZM8 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5Z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5V18M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18Z',
  theme: 'M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5Z',
};

export function makeIcon(name) {
  const svg = makeShape('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  svg.append(makeShape('path', { d: iconPaths[name] }));
  return svg;
}

// A button with an icon above a short text.
export function iconButton(name, words, click, settings = {}) {
  return make('button', { type: 'button', class: 'icon-button', click, ...settings }, makeIcon(name),
    make('span', { class: 'icon-text' }, words));
}
