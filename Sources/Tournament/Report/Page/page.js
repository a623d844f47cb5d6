'use strict';

// What every page begins with.

const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const escapeText = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

// A drawn stone, black or white on a page of any colour; a copied text has the sign instead.
const stone = color =>
  `<i class="stone ${color}" role="img" aria-label="${color === 'b' ? 'Black' : 'White'}">` +
  `${color === 'b' ? '●' : '○'}</i>`;

// A name with a direction of its own; what does not fit is cut off and shown on pointing at it.
const nameText = text => `<bdi class="name" title="${escapeText(text)}">${escapeText(text)}</bdi>`;

// Fills an element with the drawing of its width in pixels, now and whenever the width changes, so that
// letters have one size on all screens. Returns a function that draws again.
function keepDrawn(element, drawing) {
  let drawn = 0;
  const draw = () => {
    drawn = element.clientWidth;
    if (drawn) element.innerHTML = drawing(drawn);
  };
  draw();
  new ResizeObserver(() => { if (element.clientWidth !== drawn) draw(); }).observe(element);
  return draw;
}

// An axis label: `anchor` is the end of the text that stands at `x`.
const label = (x, y, text, anchor = 'start') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeText(text)}</text>`;
