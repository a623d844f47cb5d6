// Lets a browser install the page and open it without the network, where a server gives it. A page
// that is opened from a file is on the device anyway.

// Returns the web app manifest, which tells a browser how to show the installed page. Its addresses
// have to be absolute.
export function manifestOf(page, name, icon) {
  return {
    name, short_name: 'Wuliu', start_url: page, scope: new URL('./', page).href, display: 'standalone',
    background_color: '#f3eee6', theme_color: '#f4f0e8',
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
  };
}

// Lets the browser install the page. The service worker, wuliu-offline.js, has to lie beside the
// page. Without it the page works only as long as its server does.
export function offerInstallation(name) {
  if (!location.protocol.startsWith('http') || !navigator.serviceWorker) return;
  const page = location.href.replace(/[?#].*/, '');
  const icon = document.querySelector('link[rel=icon]').href;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(manifestOf(page, name, icon))], { type: 'application/manifest+json' }));
  document.head.append(link);
  navigator.serviceWorker.register('wuliu-offline.js').catch(() => {});
}
