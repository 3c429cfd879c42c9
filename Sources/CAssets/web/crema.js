// What pages do by themselves: one live stream for all tabs, refreshes by version, the sheet,
// steppers, words when the line is gone. Everything else is htmx; without scripts it is forms.
'use strict';
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  const body = () => document.body;
  const find = (selector) => document.querySelector(selector);

  // -- Live ---------------------------------------------------------------------------------
  // One stream per browser: the tab that holds the lock reads it and tells the others. Pages name
  // what they show (data-live="topic:id", data-version); an event with a higher version makes
  // that piece fetch itself.

  const TOPICS_AT_MOST = 3;       // as many locations as the server lets one stream name
  const me = Math.random().toString(36).slice(2);
  const tabs = new Map();         // what each open tab shows: query parts such as "location=…"
  let last = null;                // id of the last event seen by any tab
  let source = null;              // the stream, in the tab that reads it
  let opened = new Set();         // topics the stream was opened with
  let isLeader = false;
  let retry = 0;
  let lastHeard = Date.now();
  const recent = [];              // events kept for tabs that join late
  const listeners = [];           // stand-ins handed to htmx's extension
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('crema-live') : null;
  const say = (message) => channel && channel.postMessage(message);

  function setConnection(state) {
    if (root.dataset.connection === state) return;
    root.dataset.connection = state;
    showConnection();
    if (isLeader) say({kind: 'state', state});
  }

  function showConnection() {
    const dot = find('#livedot');
    const state = root.dataset.connection;
    if (dot && state) dot.querySelector('.words').textContent = dot.dataset[state + 'Words'];
    const banner = find('#offline');
    if (banner) banner.hidden = navigator.onLine !== false;
  }

  function open() {
    if (source) source.close();
    const query = new URLSearchParams();
    // The tabs opened last come first.
    opened = new Set([...tabs.values()].reverse().flat().slice(0, TOPICS_AT_MOST));
    for (const topic of opened) query.append(...topic.split(/=(.*)/).slice(0, 2));
    if (last !== null) query.set('after', last);
    setConnection('connecting');
    source = new EventSource('/events?' + query);
    const mine = source;
    source.onopen = () => { retry = 0; heard(); setConnection('live'); say({kind: 'open'}); whenOpen(); };
    source.onerror = () => {
      setConnection(navigator.onLine === false ? 'offline' : 'connecting');
      if (mine.readyState !== EventSource.CLOSED || mine !== source) return;
      setConnection('offline');
      retry = Math.min(retry + 1, 6);
      setTimeout(() => { if (isLeader && mine === source) open(); }, 500 * 2 ** retry * (.5 + Math.random()));
    };
    for (const name of ['order', 'ticket', 'menu', 'location', 'wallet', 'reset']) {
      source.addEventListener(name, (event) => {
        const message = {kind: 'event', name, data: event.data, id: event.lastEventId};
        if (name === 'reset') recent.length = 0;
        recent.push(message);
        if (recent.length > 300) recent.shift();
        say(message);
        receive(message);
      });
    }
  }

  function whenOpen() {
    for (const stand of listeners) if (stand.onopen) stand.onopen();
    htmx.trigger(body(), 'live');
  }

  function heard() { lastHeard = Date.now(); }

  function receive({name, data, id}) {
    heard();
    if (id) last = id;
    if (name === 'reset') { refreshAll(); return; }
    let event;
    try { event = JSON.parse(data); } catch (error) { console.error('unreadable event', name, error); return; }
    switch (name) {
      case 'order': refreshIfOlder('order:' + event.id, event.version); break;
      // A ticked line leaves the order's version as it was.
      case 'ticket': refreshIfOlder('order:' + event.id); break;
      case 'menu': refreshIfOlder('menu:' + event.location, event.version); break;
      case 'location': refreshIfOlder('menu:' + event.location); break;
      case 'wallet': refreshIfOlder('wallet:' + event.id, event.version); break;
    }
    // A queue's version is the last event it knows of.
    if (name === 'order' || name === 'ticket') refreshIfOlder('queue:' + event.location, id);
  }

  function refreshIfOlder(topic, version) {
    for (const piece of document.querySelectorAll('[data-live]')) {
      if (piece.dataset.live !== topic) continue;
      if (version === undefined || Number(piece.dataset.version) < Number(version)) refresh(piece);
    }
  }

  function refreshAll() {
    document.querySelectorAll('[data-live]').forEach(refresh);
    htmx.trigger(body(), 'cart');
  }

  // With jitter, so that a thousand phones don't ask in the same moment; once for many events.
  const waiting = new WeakSet();
  function refresh(piece) {
    if (waiting.has(piece)) return;
    waiting.add(piece);
    const spread = body().classList.contains('bar') ? 60 : 400;
    setTimeout(() => whenNoFinger(() => {
      waiting.delete(piece);
      if (piece.isConnected) htmx.trigger(piece, 'refresh');
    }), Math.random() * spread);
  }

  // A piece that couldn't be fetched is fetched when the line is back.
  const missed = new Set();
  function fetchMissed() {
    for (const piece of missed) if (piece.isConnected) refresh(piece);
    missed.clear();
  }

  function lead() {
    isLeader = true;
    open();
    say({kind: 'who'});
    return new Promise(() => {});   // held until the tab closes or the lock is taken
  }

  function follow(steal) {
    if (!navigator.locks || !channel) { lead(); return; }
    navigator.locks.request('crema-live', steal ? {steal: true} : {}, lead).catch(() => {
      isLeader = false;
      if (source) source.close();
      source = null;
      follow(false);
    });
  }

  if (channel) channel.onmessage = ({data: message}) => {
    switch (message.kind) {
      case 'event': if (!isLeader) receive(message); break;
      case 'state': if (!isLeader) setConnection(message.state); break;
      case 'open': heard(); if (!isLeader) whenOpen(); break;
      case 'pong': heard(); break;
      case 'ping': if (isLeader) { say({kind: 'pong'}); say({kind: 'state', state: root.dataset.connection}); } break;
      case 'hello': if (isLeader) welcome(message); break;
      case 'who': if (!isLeader && tabs.has(me)) say({kind: 'hello', tab: me, wanted: tabs.get(me), after: last}); break;
      case 'bye': tabs.delete(message.tab); break;
    }
  };

  // A tab that joins names its topics and the last event its page knows of.
  function welcome({tab, wanted, after}) {
    say({kind: 'state', state: root.dataset.connection});
    const isNew = wanted.some((topic) => !opened.has(topic));
    tabs.delete(tab);
    tabs.set(tab, wanted);
    if (isNew) {
      if (after !== null && last !== null && Number(after) < Number(last)) last = after;
      open();
    } else if (after !== null) {
      recent.filter((message) => Number(message.id) > Number(after)).forEach(say);
    }
  }

  // A leader in a sleeping tab tells nobody anything: who is looked at takes over.
  function wake() {
    showConnection();
    if (isLeader) { if (!source || source.readyState === EventSource.CLOSED) open(); return; }
    const asked = Date.now();
    say({kind: 'ping'});
    setTimeout(() => { if (lastHeard < asked && !document.hidden) follow(true); }, 1500);
  }

  htmx.createEventSource = (url) => {
    const wanted = [...new URL(url, location.href).searchParams].map(([name, value]) => name + '=' + value);
    tabs.set(me, wanted);
    const after = body().dataset.sequence ?? null;
    if (last === null) last = after;
    if (isLeader) open(); else { say({kind: 'hello', tab: me, wanted, after}); follow(false); }
    const stand = {readyState: 1, addEventListener() {}, removeEventListener() {}, close() { stand.readyState = 2; }};
    listeners.push(stand);
    return stand;
  };
  document.addEventListener('visibilitychange', () => { if (!document.hidden && tabs.size) wake(); });
  addEventListener('pagehide', () => say({kind: 'bye', tab: me}));
  addEventListener('pageshow', (event) => { if (event.persisted && tabs.size) { wake(); refreshAll(); } });
  addEventListener('online', () => { showConnection(); fetchMissed(); if (isLeader) open(); });
  addEventListener('offline', () => { setConnection('offline'); showConnection(); });

  // -- Nothing moves under a finger ---------------------------------------------------------
  let touched = 0;
  let moved = 0;
  addEventListener('pointerdown', () => { touched = Date.now(); }, true);
  function whenNoFinger(action) {
    const left = 600 - (Date.now() - touched);
    if (left > 0 && body().classList.contains('bar')) setTimeout(() => whenNoFinger(action), left); else action();
  }
  const order = () => [...document.querySelectorAll('#queue .ticket')].map((ticket) => ticket.id).join();
  addEventListener('click', (event) => {
    if (Date.now() - moved < 600 && event.isTrusted && event.target.closest('#queue')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // -- Swaps: what was open or half typed stays ---------------------------------------------
  const kept = new Map();
  let before = '';
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (event.detail.target.id === 'sheet') body().append(find('#toast'), find('#said'));
    before = order();
    kept.clear();
    for (const piece of event.detail.target.querySelectorAll('[data-keep]')) {
      const isKept = {open: () => piece.open, popover: () => piece.matches(':popover-open'), value: () => piece.value};
      if (isKept[piece.dataset.keep]()) kept.set(piece.id, piece.value ?? true);
    }
    for (const chosen of event.detail.target.querySelectorAll('[data-keep=popover]:popover-open input[type=radio]:checked')) {
      kept.set(chosen.closest('form').getAttribute('action') + chosen.value, true);
    }
  });
  document.addEventListener('htmx:afterSwap', (event) => {
    for (const piece of document.querySelectorAll('[data-keep]')) {
      if (!kept.has(piece.id)) continue;
      if (piece.dataset.keep === 'open') piece.open = true;
      else if (piece.dataset.keep === 'popover') piece.showPopover();
      else piece.value = kept.get(piece.id);
    }
    for (const radio of document.querySelectorAll('[data-keep=popover] input[type=radio]')) {
      if (kept.has(radio.closest('form')?.getAttribute('action') + radio.value)) radio.checked = true;
    }
    if (before && order() !== before) moved = Date.now();
    before = '';
    showConnection();
    markAges();
    if (event.detail.target.id === 'sheet') openSheet();
    // The new sum is told without reading the whole sheet again.
    if (event.detail.target.id === 'choice') tell(find('#add')?.textContent ?? '');
    const bar = find('#cartbar[data-menu]');
    if (bar) refreshIfOlder(bar.dataset.menu, bar.dataset.menuVersion);
    startNotice();
  });

  // -- The sheet ----------------------------------------------------------------------------
  let opener = null;
  function openSheet() {
    const sheet = find('#sheet');
    const title = sheet.querySelector('h1');
    if (title) sheet.setAttribute('aria-label', title.textContent);
    sheet.scrollTop = 0;
    if (sheet.open) return;
    opener = document.activeElement;
    sheet.showModal();
    history.pushState({sheet: true}, '');
  }
  function closeSheet() { const sheet = find('#sheet'); if (sheet?.open) sheet.close(); }
  document.addEventListener('close', (event) => {
    if (event.target.id !== 'sheet') return;
    if (history.state?.sheet) history.back();
    if (opener?.isConnected) opener.focus(); else find('#cartbutton')?.focus();
    body().append(find('#toast'), find('#said'));
    event.target.replaceChildren();
    if (find('.page #cart')) location.reload();
  }, true);
  addEventListener('popstate', closeSheet);
  addEventListener('click', (event) => {
    const sheet = find('#sheet');
    if (event.target === sheet) closeSheet();
    const closer = event.target.closest('[data-close]');
    if (closer && sheet.contains(closer)) { event.preventDefault(); closeSheet(); }
    if (event.target.closest('[data-print]')) print();
    for (const menu of document.querySelectorAll('details.settings[open]')) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target.closest('details.settings[open]');
    if (menu) { menu.open = false; menu.querySelector('summary').focus(); }
  });

  // -- Steppers -----------------------------------------------------------------------------
  addEventListener('click', (event) => {
    const button = event.target.closest('[data-step]');
    if (!button) return;
    const field = document.getElementById(button.getAttribute('aria-controls'));
    const was = field.value;
    if (button.dataset.step === '1') field.stepUp(); else field.stepDown();
    if (field.value !== was) field.dispatchEvent(new Event('step', {bubbles: true}));
  });

  // -- Requests that fail -------------------------------------------------------------------
  let fading = 0;
  // What is outside of an open sheet is out of reach, for screen readers too.
  function within(piece) {
    const place = find('#sheet[open]') ?? body();
    if (piece.parentElement !== place) place.append(piece);
    return piece;
  }
  function tell(words) { within(find('#said')).textContent = words; }
  function toast(words) {
    const toast = within(find('#toast'));
    const line = document.createElement('p');
    line.textContent = words;
    toast.replaceChildren(line);
    clearTimeout(fading);
    fading = setTimeout(() => toast.replaceChildren(), 8000);
  }
  const isLive = (event) => event.detail.elt?.dataset?.live !== undefined || event.detail.elt?.id === 'cartbar';
  document.addEventListener('htmx:sendError', (event) => {
    if (isLive(event)) { missed.add(event.detail.elt); return; }
    toast(navigator.onLine === false ? body().dataset.offline : body().dataset.failed);
  });
  document.addEventListener('htmx:timeout', (event) => { if (!isLive(event)) toast(body().dataset.failed); });
  document.addEventListener('htmx:responseError', (event) => {
    if (isLive(event)) return;
    const status = event.detail.xhr.status;
    if (status === 401) { location.assign('/sign-in?return=' + encodeURIComponent(location.pathname)); return; }
    toast(status === 503 && navigator.onLine === false ? body().dataset.offline : body().dataset.refused);
  });
  document.addEventListener('htmx:afterRequest', (event) => {
    const form = event.detail.elt;
    if (!event.detail.successful || form.id !== 'itemform' || event.detail.xhr.status >= 300) return;
    if (event.detail.xhr.getResponseHeader('HX-Retarget')) return;
    if (form.closest('#sheet')) { if (form.dataset.closes) closeSheet(); } else location.assign(form.dataset.done);
  });
  // A plain form is sent once, however often its button is tapped.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.hasAttribute('hx-post') || form.method !== 'post') return;
    if (navigator.onLine === false) { event.preventDefault(); toast(body().dataset.offline); return; }
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = '1';
    if (/^\/sign-(in|out)$/.test(new URL(form.action).pathname)) navigator.serviceWorker?.controller?.postMessage('forget');
    setTimeout(() => delete form.dataset.sent, 5000);
  });

  // -- The bar ------------------------------------------------------------------------------
  // Ages count on from when they came, so that clocks needn't agree.
  const since = new WeakMap();
  function markAges() {
    for (const age of document.querySelectorAll('[data-age]')) {
      if (!since.has(age)) since.set(age, performance.now() - Number(age.dataset.age) * 1000);
    }
  }
  const pad = (number) => String(number).padStart(2, '0');
  function clock(seconds) {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return (hours ? hours + ':' + pad(minutes) : minutes) + ':' + pad(seconds % 60);
  }
  function tick() {
    for (const age of document.querySelectorAll('[data-age]')) {
      age.textContent = clock(Math.floor((performance.now() - since.get(age)) / 1000));
    }
    const update = find('#lastupdate');
    if (update) {
      const quiet = root.dataset.connection === 'live' ? 0 : Math.floor((Date.now() - lastHeard) / 1000);
      update.textContent = quiet > 5 ? update.dataset.words.replace('%', quiet + ' s') : '';
    }
  }
  let noticeEnds = 0;
  function startNotice() {
    const notice = find('#notice > div');
    if (!notice || notice.dataset.shown) return;
    notice.dataset.shown = '1';
    clearTimeout(noticeEnds);
    noticeEnds = setTimeout(() => notice.remove(), notice.classList.contains('trouble') ? 10000 : 5000);
  }

  // -- Start --------------------------------------------------------------------------------
  // The category that is read is marked among the chips.
  function watchShelves() {
    if (!('IntersectionObserver' in window) || !find('.cats')) return;
    const watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const chip of document.querySelectorAll('.cats .chip')) {
          const isHere = chip.hash === '#' + entry.target.id;
          chip.toggleAttribute('aria-current', isHere);
          if (isHere) chip.parentElement.scrollTo({left: chip.offsetLeft - chip.parentElement.clientWidth / 3, behavior: 'instant'});
        }
      }
    }, {rootMargin: '-20% 0px -70% 0px'});
    document.querySelectorAll('.shelf').forEach((shelf) => watcher.observe(shelf));
  }
  document.addEventListener('DOMContentLoaded', () => {
    showConnection();
    markAges();
    startNotice();
    watchShelves();
    if (find('[data-age], #lastupdate')) setInterval(tick, 1000);
    document.addEventListener('htmx:afterSwap', (event) => { if (event.detail.target.id === 'results') watchShelves(); });
  });
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch((error) => console.warn('no service worker', error));
  }
})();
