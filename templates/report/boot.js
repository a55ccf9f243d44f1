// The page's own script: what numbers rest on, sorting and unfolding of tables, copying, and drawing of charts. The page reads without it.
(() => {
  'use strict';

  const say = (words) => { document.getElementById('status').textContent = words; };

  // Tables. A row is sorted by the text of its cell, or by `data-v` where that is rounded; missing ones come last.
  const keyOf = (cell) => {
    if (!cell || cell.classList.contains('na')) return null;
    const text = (cell.dataset.v ?? cell.textContent).trim();
    const number = cell.classList.contains('n') ? Number(text.replaceAll(',', '')) : NaN;
    return Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
  const sort = (button) => {
    const head = button.closest('th');
    const body = head.closest('table').tBodies[0];
    body.given ??= [...body.rows];
    const orders = head.classList.contains('n') ? ['descending', 'ascending'] : ['ascending', 'descending'];
    const order = head.getAttribute('aria-sort') === orders[0] ? orders[1] : orders[0];
    for (const other of head.parentElement.cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const rows = Array.from(body.rows, (row, index) => ({ row, index, key: keyOf(row.cells[head.cellIndex]) }));
    rows.sort((a, b) => a.key === null || b.key === null
      ? (a.key === null) - (b.key === null) || a.index - b.index
      : sign * compare(a.key, b.key) || a.index - b.index);
    body.append(...rows.map((entry) => entry.row));
    say(`Sorted by ${button.textContent}, ${order}.`);
  };
  const unfold = (button) => {
    const folded = button.closest('.table').classList.toggle('fold');
    button.dataset.more ??= button.textContent;
    button.textContent = folded ? button.dataset.more : button.dataset.less;
    button.setAttribute('aria-expanded', String(!folded));
  };

  // Copying, also where the clipboard is closed to pages from disk.
  const copy = async (button) => {
    const code = button.parentElement.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
      if (!document.execCommand('copy')) return say('Select the text to copy it.');
      getSelection().removeAllRanges();
    }
    button.textContent = 'Copied';
    say('Copied.');
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  };

  // Numbers. Each is a link to its query and says in its title what it rests on; here that is a card, which stays while the
  // pointer is on it. A tap shows the card, another one follows the link.
  const card = document.createElement('div');
  card.className = 'card';
  card.hidden = true;
  // Its words are the number's description already.
  card.setAttribute('aria-hidden', 'true');
  for (const number of document.querySelectorAll('.num')) {
    number.setAttribute('aria-description', number.title);
    number.removeAttribute('title');
  }
  let shown = null;
  let tapped = null;
  let leaving = 0;
  const targetOf = (number) => document.getElementById(decodeURIComponent(number.hash.slice(1)));
  const line = (words) => {
    const paragraph = document.createElement('p');
    paragraph.append(words);
    return paragraph;
  };
  const hide = () => {
    clearTimeout(leaving);
    card.hidden = true;
    shown = null;
  };
  const show = (number) => {
    clearTimeout(leaving);
    if (shown === number) return;
    shown = number;
    const target = targetOf(number);
    const heading = target?.matches('h2') ? target : target?.querySelector('h3');
    const link = document.createElement('a');
    link.href = number.hash;
    link.tabIndex = -1;
    link.textContent = heading?.textContent.trim() ?? '';
    card.replaceChildren(...number.getAttribute('aria-description').split('\n').map(line), line(link));
    card.hidden = false;
    const [first, last] = [...number.getClientRects()].filter((_, index, all) => index === 0 || index === all.length - 1);
    const below = (last ?? first).bottom + 6;
    const top = below + card.offsetHeight > innerHeight && first.top > card.offsetHeight + 6 ? first.top - card.offsetHeight - 6 : below;
    const right = document.documentElement.clientWidth - card.offsetWidth - 8;
    card.style.left = `${Math.max(8, Math.min(first.left - 14, right)) + scrollX}px`;
    card.style.top = `${top + scrollY}px`;
  };
  const numberOf = (event) => event.target.closest?.('.num');
  // The cells that a number rests on, where its query's result shows them; of a column, its header and all cells below it.
  const reveal = (cell) => {
    const [inner, outer] = [cell, cell.closest('.scroll')].map((element) => element.getBoundingClientRect());
    const scroll = cell.closest('.scroll');
    if (inner.bottom > outer.bottom || inner.top < outer.top) scroll.scrollTop += inner.top - outer.top - outer.height / 2;
    if (inner.right > outer.right || inner.left < outer.left) scroll.scrollLeft += inner.left - outer.left - outer.width / 2;
  };
  const light = (number) => {
    for (const cell of document.querySelectorAll('.lit')) cell.classList.remove('lit', 'below');
    const table = targetOf(number)?.querySelector('.result .table');
    const body = table?.querySelector('tbody');
    const rows = body?.given ?? [...body?.rows ?? []];
    for (const place of number.dataset.at?.split(' ') ?? []) {
      const [row, column] = place.split('.');
      const below = row === '*' ? rows.map((one) => one.cells[column - 1]) : [];
      const cell = (row === '*' ? table?.querySelector('thead tr') : rows[row - 1])?.cells[column - 1];
      if (!cell) continue;
      if (!cell.checkVisibility()) unfold(table.querySelector('.unfold'));
      cell.classList.add('lit');
      for (const one of below) one?.classList.add('lit', 'below');
      reveal(cell);
    }
  };
  const follow = (event, number) => {
    if (event.pointerType === 'touch' && tapped !== number) {
      event.preventDefault();
      show(number);
      return;
    }
    light(number);
    hide();
  };
  document.addEventListener('pointerover', (event) => {
    const number = numberOf(event);
    if (number && event.pointerType !== 'touch') show(number);
    else if (card.contains(event.target)) clearTimeout(leaving);
  });
  document.addEventListener('pointerout', (event) => {
    if (shown && event.pointerType !== 'touch' && (numberOf(event) === shown || card.contains(event.target))) {
      clearTimeout(leaving);
      leaving = setTimeout(hide, 200);
    }
  });
  document.addEventListener('pointerdown', (event) => {
    tapped = shown;
    if (shown && !card.contains(event.target) && numberOf(event) !== shown) hide();
  });
  document.addEventListener('focusin', (event) => {
    const number = numberOf(event);
    if (number) show(number);
    else if (!card.contains(event.target)) hide();
  });
  document.addEventListener('focusout', (event) => { if (numberOf(event) === shown && !card.contains(event.relatedTarget)) hide(); });
  document.addEventListener('click', (event) => {
    if (shown && card.contains(event.target) && event.target.closest('a')) {
      light(shown);
      hide();
    } else {
      const number = numberOf(event);
      if (number) follow(event, number);
    }
  });

  // Charts. The colours they are drawn in are names that the style sheet turns into those of the light or dark scheme.
  const views = new Map();
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  // A moment without the parts that are nothing.
  const exact = (words) => String(words).replace(/^(\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d)\.000$/, '$1').replace(/^(\d{4,}-\d\d-\d\d) 00:00:00$/, '$1');
  const showTip = (_handler, event, _item, value) => {
    tip.hidden = value === null || value === undefined || value === '';
    if (tip.hidden) return;
    const lines = typeof value === 'object' ? Object.entries(value) : [['', value]];
    tip.replaceChildren(...lines.map(([name, words]) => {
      const line = document.createElement('p');
      const label = document.createElement('span');
      label.textContent = name;
      line.append(label, ' ', typeof words === 'object' ? JSON.stringify(words) : exact(words));
      return line;
    }));
    const left = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 16;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 8 : below}px`;
  };
  const refuse = () => Promise.reject(new Error('A report loads nothing.'));
  const loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };
  // A label that may be cut says the whole.
  const tellLabels = (group) => {
    for (const guide of [...group.axes ?? [], ...group.legends ?? []]) {
      const labels = guide.encode?.labels;
      const update = { tooltip: { signal: "length(datum.label) > 16 ? datum.label : null" }, ...labels?.update };
      guide.encode = { ...guide.encode, labels: { ...labels, interactive: true, update } };
    }
    for (const mark of group.marks ?? []) tellLabels(mark);
  };
  // Drawn beside the picture, which stands until the chart is there, and where it cannot be drawn.
  const draw = async ({ target, legend, most, spec }, look) => {
    const place = document.getElementById(target);
    const picture = place.firstElementChild;
    const live = document.createElement('div');
    live.className = 'live';
    // Its specification says how wide it is, and the page how wide it can be.
    if (most) live.style.maxWidth = `${most + 80}px`;
    place.append(live);
    try {
      const columns = Math.max(1, Math.floor((place.clientWidth - 60) / (Math.min(7 * legend, look.legend.labelLimit) + 32)));
      const config = { ...look, axis: { ...look.axis, titleLimit: place.clientWidth - 24 }, legend: { ...look.legend, columns } };
      // A sample has the rows that the picture shows.
      vega.setRandom(vega.randomLCG(1));
      // Compiled here, as vega-embed gives no say in what Vega-Lite writes to the console.
      const compiled = vegaLite.compile(spec, { config, logger: vega.logger(vega.Error) });
      tellLabels(compiled.spec);
      const { view } = await vegaEmbed(live, compiled.spec, {
        mode: 'vega', renderer: 'svg', ast: true, actions: false, defaultStyle: false, loader, tooltip: showTip, logLevel: vega.Error,
      });
      views.set(target, view);
      live.querySelector('svg')?.setAttribute('aria-hidden', 'true');
      picture?.remove();
      place.classList.add('drawn');
    } catch {
      live.remove();
      place.closest('figure').classList.add('failed-chart');
      const words = place.parentElement.querySelector('.undrawn');
      if (words) words.textContent = 'The chart could not be drawn. Its data is below.';
    }
  };
  // Lets the page be painted and used between two charts; a hidden page paints nothing, and is not waited for.
  const breath = () => new Promise((go) => {
    setTimeout(go, 50);
    requestAnimationFrame(() => setTimeout(go));
  });
  // Saved on the paper of the light scheme, whose colours they are drawn in.
  const save = async (button) => {
    const { chart, format } = button.dataset;
    const view = views.get(chart);
    const drawn = view ? await view.toSVG() : new XMLSerializer().serializeToString(document.querySelector(`#${chart} > svg`));
    // XML cannot hold every character that a category may have.
    const legible = drawn.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
    const svg = legible.replace(/^<svg[^>]*>/, (tag) => `${tag}<rect width="100%" height="100%" fill="#fdfcfa"/>`);
    const link = document.createElement('a');
    link.href = format === 'svg' ? URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) : await inPixels(svg);
    link.download = `${chart}.${format}`;
    link.click();
  };
  // A picture in twice the pixels.
  const inPixels = async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  };

  const actions = { sort, unfold, copy, save };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) for (const [name, act] of Object.entries(actions)) if (button.classList.contains(name)) act(button);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    tip.hidden = true;
    hide();
    if (document.activeElement?.closest('.long')) document.activeElement.blur();
  });

  document.body.append(card);
  const island = document.getElementById('charts');
  if (island) {
    document.body.append(tip);
    const { look, charts } = JSON.parse(island.textContent);
    (async () => {
      for (const chart of charts) {
        await breath();
        await draw(chart, look);
      }
      document.documentElement.classList.add('charts-drawn');
    })();
  }
})();
