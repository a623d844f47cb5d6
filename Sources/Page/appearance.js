import { setText } from './elements.js';
import { text } from './text.js';

// The language and the colours of the whole page.

// Writes all texts of the page's own HTML in a language.
export function writeTexts(language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.title = text('pageTitle');
  for (const element of document.querySelectorAll('[data-text]')) setText(element,
    text(element.dataset.text));
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(element.dataset.label));
    element.title = text(element.dataset.label);
  }
}

// Applies a theme: 'light', 'dark' or 'auto', which follows the system.
export function showTheme(theme) {
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = theme === 'dark' || theme !== 'light' && isSystemDark;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#191817' : '#f3efe7');
}
