// Small helpers that make elements of the page. Text from outside goes in as text only.

const svgNamespace = 'http://www.w3.org/2000/svg';

// Makes an HTML element. A function in `settings` listens to the event of its name. `class`,
// `role`, `for` and names with a dash become attributes, all other settings properties. Children
// are elements, texts or nothing.
export function make(tag, settings = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (['class', 'role', 'for'].includes(key) || key.includes('-')) element.setAttribute(key, value);
    else element[key] = value;
  }
  fill(element, ...children);
  return element;
}

// Replaces the children of an element.
export function fill(element, ...children) {
  const isShown = child => child !== null && child !== undefined && child !== false && child !== '';
  element.replaceChildren(...children.flat(Infinity).filter(isShown));
  return element;
}

// Makes an SVG element with attributes; `text` is its text.
export function makeShape(tag, attributes = {}, text = '') {
  const shape = document.createElementNS(svgNamespace, tag);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  if (text !== '') shape.textContent = text;
  return shape;
}

// A button with a text; `settings` as in `make`.
export function makeButton(text, click, settings = {}) {
  return make('button', { type: 'button', click, ...settings }, text);
}

// Changes a text only if it differs, so that a screen reader is told of changes only.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
