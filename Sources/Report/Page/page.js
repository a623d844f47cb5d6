'use strict';

// The data and the helpers of all pages.

const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const escapeText = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

// An icon of a stone in its own colour, for light and dark pages. Copied text has the character
// instead.
const stone = color =>
  `<i class="stone ${color}" role="img" aria-label="${color === 'b' ? 'Black' : 'White'}">` +
  `${color === 'b' ? '●' : '○'}</i>`;

// A name in its own text direction. A name that does not fit ends in an ellipsis; its title is
// complete.
const nameText = text => `<bdi class="name" title="${escapeText(text)}">${escapeText(text)}</bdi>`;

// Fills an element with `drawing(width)`, which returns an element or the text of an SVG for a
// width in pixels. Draws again whenever the width changes, so that letters have one size on all
// screens. Returns a function that redraws.
function keepDrawn(element, drawing) {
  let drawn = 0;
  const draw = () => {
    drawn = element.clientWidth;
    if (!drawn) return;
    const picture = drawing(drawn);
    if (typeof picture === 'string') element.innerHTML = picture; else element.replaceChildren(picture);
  };
  draw();
  new ResizeObserver(() => { if (element.clientWidth !== drawn) draw(); }).observe(element);
  return draw;
}

// An axis label: `anchor` is the end of the text that stands at `x`.
const label = (x, y, text, anchor = 'start') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeText(text)}</text>`;
