'use strict';

// What every page begins with.

const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const escapeText = text => String(text).replace(/[&<>"]/g, c => '&#' + c.charCodeAt(0) + ';');
