// The pages of clrcov with scripts on: the tree of the index, steps from miss to miss, colours of the syntax. Without it the
// pages are readable as they are. No framework; types stand in comments and are checked.
// @ts-check
(() => {
  'use strict';

  /** Figures of a row: lines covered, lines, branches covered, branches, methods covered, methods, complexity, risk * 100.
   * @typedef {number[]} Figures */
  /** What html_data.c writes.
   * @typedef {{hasPatch: boolean, levels: number[][], fileLevels: number[][], folders: string[], files: any[][],
   *   assemblies: any[][], namespaces: any[][], types: any[][]}} Data */
  /** A row of a tree.
   * @typedef {{name: string, key: string, full: string, find: string, figures: Figures, href: string, note: string,
   *   changed: number, children: Node[], parent: Node | null, depth: number, shown: boolean, isFile: boolean}} Node */
  /** What is shown. `open`: all rows, none, or ''; `flipped`: rows that are not as they are at first, open or shut.
   * @typedef {{view: string, sort: string, down: boolean, text: string, show: string, hide: boolean, open: string,
   *   flipped: Set<string>}} State */

  const root = document.documentElement;
  root.classList.add('js');
  const FIRST_ROWS = 200; // at most these are open at first
  const PART_ROWS = 60; // are made at once; more come before they are scrolled to

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag @param {Record<string, string>} attributes @param {(Element | string)[]} children
   * @returns {HTMLElementTagNameMap[K]}
   */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** @param {string} key */
  function recall(key) {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return ''; // some browsers give pages from disk no storage
    }
  }

  /** @param {string} key @param {string} value */
  function keep(key, value) {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // the address has it, too
    }
  }

  // --- figures --------------------------------------------------------------------------------------

  /** Rounded down, as everywhere in clrcov; nothing of nothing is all.
   * @param {number} covered @param {number} valid */
  function hundredths(covered, valid) {
    return valid === 0 ? 10000 : Math.floor((covered * 10000) / valid);
  }

  /** "83.3": never 100.0 of what is not complete, never 0.0 of what is not nothing.
   * @param {number} covered @param {number} valid */
  function percent(covered, valid) {
    const tenths = Math.floor(hundredths(covered, valid) / 10);
    return valid === 0 ? 'n/a' : tenths === 0 && covered > 0 ? '<0.1%' : `${Math.floor(tenths / 10)}.${tenths % 10}%`;
  }

  /** Rounded up, as risks are. @param {number} value hundredths */
  function risk(value) {
    const tenths = Math.ceil(value / 10);
    return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  }

  /** As rep_level.c: by the counts, not by the figure. @param {number[]} bounds @param {number} covered @param {number} valid */
  function grade(bounds, covered, valid) {
    const isReached = (/** @type {number} */ bound) => covered * 1e6 >= valid * bound;
    return valid === 0 ? '' : isReached(bounds[0]) ? 'good' : isReached(bounds[1]) ? 'fair' : 'poor';
  }

  /** What ran, and what did not. @param {number} covered @param {number} valid */
  function bar(covered, valid) {
    const share = hundredths(covered, valid) / 100;
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('class', 'bar');
    svg.setAttribute('viewBox', '0 0 100 1');
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    for (const [kind, x, width] of valid === 0 ? [] : [['ran', 0, share], ['not', share, 100 - share]]) {
      const rect = document.createElementNS(space, 'rect');
      rect.setAttribute('class', String(kind));
      rect.setAttribute('x', String(x));
      rect.setAttribute('width', String(width));
      rect.setAttribute('height', '1');
      svg.append(rect);
    }
    return svg;
  }

  // --- trees ----------------------------------------------------------------------------------------

  /** @param {Partial<Node> & {name: string, key: string}} of @returns {Node} */
  function node(of) {
    const full = of.full ?? of.name;
    return {
      figures: [0, 0, 0, 0, 0, 0, 0, 0], href: '', note: '', changed: 0, children: [], parent: null, depth: 0, shown: true,
      isFile: false,
      ...of, full, find: full.toLowerCase(),
    };
  }

  /** @param {Node} parent @param {Node} child */
  function adopt(parent, child) {
    child.parent = parent;
    parent.children.push(child);
  }

  /** Sums; the risk is the highest. @param {Node} to @param {Figures} figures */
  function add(to, figures) {
    for (let i = 0; i < 7; i++) to.figures[i] += figures[i];
    to.figures[7] = Math.max(to.figures[7], figures[7]);
  }

  /** @param {Data} data @param {string} page @param {number} line */
  function address(data, page, line) {
    const isSingle = !page.includes('/');
    return isSingle ? `#${page}${line > 0 ? `L${line}` : ''}` : `${page}${line > 0 ? `#L${line}` : ''}`;
  }

  /** @param {Data} data */
  function fileNodes(data) {
    return data.files.map((row) => {
      const folder = data.folders[row[0]];
      const full = folder === '' ? row[1] : folder === '/' ? `/${row[1]}` : `${folder}/${row[1]}`;
      const changed = row.length > 11 ? row[11] : 0;
      const missed = row.length > 12 ? row[12] : 0;
      const note = changed === 0 ? '' : `${changed} changed, ${missed} of them missed`;
      return node({ name: row[1], key: full, full, figures: row.slice(3, 11), href: address(data, row[2], 0), note, changed, isFile: true });
    });
  }

  /** A folder that holds nothing but one folder is one row with it.
   * @param {Node} parent */
  function joinChains(parent) {
    for (const child of parent.children) {
      while (child.children.length === 1 && child.children[0].children.length > 0) {
        const only = child.children[0];
        child.name = child.name === '/' ? `/${only.name}` : `${child.name}/${only.name}`;
        child.key = only.key;
        child.full = only.full;
        child.find = only.find;
        child.children = only.children;
      }
      joinChains(child);
    }
  }

  /** @param {Node} parent @param {number} depth */
  function setDepths(parent, depth) {
    for (const child of parent.children) {
      child.parent = parent;
      child.depth = depth;
      setDepths(child, depth + 1);
    }
  }

  /** How many levels may be open so that there are few rows. @param {Node} top */
  function openLevels(top) {
    let rows = 0;
    let level = top.children;
    for (let depth = 0; level.length > 0; depth++) {
      rows += level.length;
      if (rows > FIRST_ROWS) return Math.max(depth - 1, 0);
      level = level.flatMap((item) => item.children);
    }
    return Infinity;
  }

  /** @param {Data} data */
  function folderTree(data) {
    const top = node({ name: '', key: '' });
    /** @type {Map<string, Node>} */
    const folders = new Map([['', top]]);
    /** @param {string} path @returns {Node} */
    const folderAt = (path) => {
      let found = folders.get(path);
      if (found === undefined) {
        const cut = path.lastIndexOf('/');
        const above = path === '/' || cut < 0 ? '' : cut === 0 ? '/' : path.slice(0, cut);
        found = node({ name: path === '/' ? '/' : path.slice(cut + 1), key: path, full: path });
        folders.set(path, found);
        adopt(folderAt(above), found);
      }
      return found;
    };
    fileNodes(data).forEach((file, index) => {
      if (file.figures[1] === 0) return;
      const folder = folderAt(data.folders[data.files[index][0]]);
      adopt(folder, file);
      for (let at = /** @type {Node | null} */ (folder); at !== null; at = at.parent) add(at, file.figures);
    });
    joinChains(top);
    setDepths(top, 0);
    return top;
  }

  /** @param {Data} data */
  function typeTree(data) {
    const top = node({ name: '', key: '' });
    const assemblies = data.assemblies.map((row) =>
      node({ name: row[0], key: row[0], figures: row.slice(2), note: row[1] === 1 ? '' : 'never loaded' }));
    const spaces = data.namespaces.map((row) => {
      const name = row[1] === '' ? '(no namespace)' : row[1];
      return node({ name, key: `${data.assemblies[row[0]][0]} ${row[1]}`, full: row[1], figures: row.slice(2) });
    });
    data.types.forEach((row, index) => {
      const space = data.namespaces[row[0]];
      const file = data.files[row[2]];
      const isSplit = [index - 1, index + 1].some((i) => data.types[i]?.[0] === row[0] && data.types[i]?.[1] === row[1]);
      const full = space[1] === '' ? row[1] : `${space[1]}.${row[1]}`;
      adopt(spaces[row[0]], node({
        name: row[1], key: `${full} ${row[2]}`, full, figures: row.slice(4), href: address(data, file[2], row[3]),
        note: isSplit ? file[1] : '', changed: file.length > 11 ? file[11] : 0,
      }));
    });
    spaces.forEach((space, index) => adopt(assemblies[data.namespaces[index][0]], space));
    for (const assembly of assemblies) adopt(top, assembly);
    setDepths(top, 0);
    return top;
  }

  /** @param {Data} data */
  function fileList(data) {
    const top = node({ name: '', key: '' });
    for (const file of fileNodes(data)) {
      file.name = file.full;
      if (file.figures[1] > 0) adopt(top, file);
    }
    return top;
  }

  // --- what is shown --------------------------------------------------------------------------------

  /** Columns: the figures that they compare. @type {Record<string, (f: Figures) => number>} */
  const COLUMNS = {
    lines: (f) => (f[1] === 0 ? 2 : f[0] / f[1]),
    missed: (f) => f[1] - f[0],
    branches: (f) => (f[3] === 0 ? 2 : f[2] / f[3]),
    methods: (f) => (f[5] === 0 ? 2 : f[4] / f[5]),
    complexity: (f) => f[6],
    risk: (f) => f[7],
  };

  /** @param {string} hash @returns {State} */
  function readState(hash) {
    const words = new URLSearchParams(hash.replace(/^#/, ''));
    const view = words.get('view') ?? '';
    const sort = words.get('sort') ?? '';
    const show = words.get('show') ?? '';
    return {
      view: ['types', 'list'].includes(view) ? view : 'folders',
      sort: sort.replace(/^-/, '') in COLUMNS || sort === '-name' ? sort.replace(/^-/, '') : 'name',
      down: sort.startsWith('-'),
      text: words.get('find') ?? '',
      show: ['missed', 'partial', 'covered', 'changed'].includes(show) ? show : 'all',
      hide: words.get('hide') === 'covered',
      open: ['all', 'none'].includes(words.get('open') ?? '') ? words.get('open') ?? '' : '',
      flipped: new Set(words.getAll('flip')),
    };
  }

  /** @param {State} state */
  function writeState(state) {
    const words = new URLSearchParams();
    if (state.view !== 'folders') words.set('view', state.view);
    if (state.sort !== 'name' || state.down) words.set('sort', (state.down ? '-' : '') + state.sort);
    if (state.text !== '') words.set('find', state.text);
    if (state.show !== 'all') words.set('show', state.show);
    if (state.hide) words.set('hide', 'covered');
    if (state.open !== '') words.set('open', state.open);
    for (const key of state.flipped) words.append('flip', key);
    return words.toString();
  }

  /** @param {Node} leaf */
  function stateOf(leaf) {
    const f = leaf.figures;
    return f[0] === f[1] && f[2] === f[3] ? 'covered' : f[0] === 0 ? 'missed' : 'partial';
  }

  /** Marks what the filters leave; the number of leaves that remain.
   * @param {Node} parent @param {State} state @param {string[]} words @returns {number} */
  function filter(parent, state, words) {
    let count = 0;
    for (const child of parent.children) {
      if (child.children.length > 0) {
        const inside = filter(child, state, words);
        child.shown = inside > 0;
        count += inside;
      } else {
        const own = stateOf(child);
        child.shown = words.every((word) => child.find.includes(word)) && !(state.hide && own === 'covered') &&
          (state.show === 'all' || (state.show === 'changed' ? child.changed > 0 : own === state.show));
        count += child.shown ? 1 : 0;
      }
    }
    return count;
  }

  /** @param {State} state @returns {(a: Node, b: Node) => number} */
  function order(state) {
    const sign = state.down ? -1 : 1;
    const byName = (/** @type {Node} */ a, /** @type {Node} */ b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    const column = COLUMNS[state.sort];
    if (column === undefined) {
      return (a, b) => Number(b.children.length > 0) - Number(a.children.length > 0) || sign * byName(a, b);
    }
    return (a, b) => sign * (column(a.figures) - column(b.figures)) || byName(a, b);
  }

  // --- the index ------------------------------------------------------------------------------------

  /** @param {Data} data @param {HTMLElement} place */
  function startIndex(data, place) {
    const trees = { folders: () => folderTree(data), types: () => typeTree(data), list: () => fileList(data) };
    /** @type {Record<string, Node>} */
    const made = {};
    const isSingle = document.getElementById('index') !== null;
    let state = readState(isIndexHash(location.hash) ? location.hash : '');
    /** @type {Node[]} */
    let rows = [];
    let drawn = 0;
    let writing = 0;

    const tree = () => (made[state.view] ??= trees[/** @type {'folders'} */ (state.view)]());
    /** @type {Record<string, number>} */
    const levels = {};

    /** With a filter everything is open at first, else the levels that together have few rows.
     * @param {Node} item */
    const isOpen = (item) => {
      const isFiltered = state.text !== '' || state.show !== 'all';
      const isFirst = state.open !== '' ? state.open === 'all'
        : isFiltered || item.depth < (levels[state.view] ??= openLevels(tree()));
      return isFirst !== state.flipped.has(item.key);
    };

    const { tools, controls } = makeTools(data.hasPatch);
    const table = makeTable();
    const body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
    const count = make('p', { class: 'count', 'aria-live': 'polite' });
    const more = make('button', { type: 'button', class: 'more' }, 'Show more');
    place.prepend(/** @type {Element} */ (place.querySelector('h2')), tools, count, make('div', { class: 'wide' }, table), more);

    /** @param {Node} parent @param {(a: Node, b: Node) => number} compare */
    const list = (parent, compare) => {
      for (const child of parent.children.filter((one) => one.shown).sort(compare)) {
        rows.push(child);
        if (child.children.length > 0 && isOpen(child)) list(child, compare);
      }
    };

    /** @param {number} most */
    const draw = (most) => {
      const end = Math.min(rows.length, drawn + most);
      const part = document.createDocumentFragment();
      for (; drawn < end; drawn++) part.append(makeRow(rows[drawn], data, state.view, isOpen));
      body.append(part);
      more.hidden = drawn === rows.length;
      more.textContent = `Show more (${rows.length - drawn} rows)`;
    };

    // Tells whether the end of the rows is near, now and whenever it comes near.
    const watch = new IntersectionObserver((entries, observer) => {
      if (entries.some((entry) => entry.isIntersecting) && drawn < rows.length) {
        draw(PART_ROWS);
        history.replaceState({ drawn }, ''); // the way back leads to the same place
        observer.disconnect();
        observer.observe(more);
      }
    }, { rootMargin: '600px' });

    /** @param {number} least how many rows are made */
    const refresh = (least = PART_ROWS) => {
      const words = state.text.toLowerCase().split(/\s+/).filter((word) => word !== '');
      const left = filter(tree(), state, words);
      rows = [];
      drawn = 0;
      list(tree(), order(state));
      body.replaceChildren();
      draw(Math.max(least, PART_ROWS));
      watch.disconnect();
      watch.observe(more);
      const what = state.view === 'types' ? 'type' : 'file';
      count.textContent = left === 0 ? `No ${what} fits` : `${left} ${what}${left === 1 ? '' : 's'}`;
      controls.show(state, rows.some((row) => row.children.length > 0 && !isOpen(row)));
      for (const heading of table.querySelectorAll('th[data-sort]')) {
        if (/** @type {HTMLElement} */ (heading).dataset.sort === state.sort) {
          heading.setAttribute('aria-sort', state.down ? 'descending' : 'ascending');
        } else {
          heading.removeAttribute('aria-sort');
        }
      }
    };

    /** A new view is a step of its own for the back button, typing is not.
     * @param {boolean} isStep */
    const store = (isStep) => {
      const words = writeState(state);
      const url = words === '' ? location.href.replace(/#.*/, '') + (isSingle ? '#' : '') : `#${words}`;
      clearTimeout(writing);
      if (isStep) history.pushState({ drawn }, '', url);
      else writing = setTimeout(() => history.replaceState({ drawn }, '', url), 150);
      keep(`clrcov ${indexPath()}`, words);
    };

    /** @param {Partial<State>} change @param {boolean} isStep @param {number} least */
    const set = (change, isStep, least = PART_ROWS) => {
      state = { ...state, ...change };
      refresh(least);
      store(isStep);
    };

    controls.listen(set);
    table.tHead?.addEventListener('click', (event) => {
      const heading = /** @type {Element} */ (event.target).closest('th');
      const sort = heading?.dataset.sort;
      if (sort === undefined) return;
      const isUpFirst = !['missed', 'complexity', 'risk'].includes(sort);
      set({ sort, down: state.sort === sort ? !state.down : !isUpFirst }, true);
    });
    body.addEventListener('click', (event) => {
      const button = /** @type {Element} */ (event.target).closest('button');
      if (button === null) return;
      const key = button.dataset.key ?? '';
      const flipped = new Set(state.flipped);
      if (!flipped.delete(key)) flipped.add(key);
      set({ flipped }, false, drawn);
      /** @type {HTMLElement | null} */ (body.querySelector(`button[data-key="${CSS.escape(key)}"]`))?.focus();
    });
    more.addEventListener('click', () => draw(rows.length));
    addEventListener('popstate', () => {
      if (isIndexHash(location.hash)) {
        state = readState(location.hash);
        refresh();
      }
    });
    refresh(history.state?.drawn);
    keep(`clrcov ${indexPath()}`, writeState(state));
    onKey('/', () => controls.search.focus());
    onKey('h', () => set({ hide: !state.hide }, true));
    onKey('e', () => controls.expand.click());
  }

  /** @param {boolean} hasPatch */
  function makeTools(hasPatch) {
    const views = [['folders', 'Folders'], ['types', 'Assemblies'], ['list', 'Files']];
    const states = [['all', 'All'], ['missed', 'Nothing ran'], ['partial', 'Ran in part'], ['covered', 'Covered']];
    if (hasPatch) states.push(['changed', 'Changed']);
    const choices = views.map(([value]) => make('input', { type: 'radio', name: 'view', value }));
    const group = make('fieldset', {}, make('legend', { class: 'unseen' }, 'Order of the rows'),
      ...views.map(([, text], i) => make('label', {}, choices[i], text)));
    const search = make('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter by name' });
    const select = make('select', {}, ...states.map(([value, text]) => make('option', { value }, text)));
    const hide = make('input', { type: 'checkbox' });
    const expand = make('button', { type: 'button' });
    const tools = make('div', { class: 'tools' }, group, search, make('label', {}, 'Show ', select),
      make('label', {}, hide, ' Hide covered'), expand);
    let canOpen = false;
    const controls = {
      search,
      expand,
      /** @param {State} state @param {boolean} isSomeShut */
      show(state, isSomeShut) {
        canOpen = isSomeShut;
        expand.textContent = canOpen ? 'Expand all' : 'Collapse all';
        expand.hidden = state.view === 'list';
        for (const choice of choices) choice.checked = choice.value === state.view;
        if (search.value !== state.text) search.value = state.text;
        select.value = state.show;
        hide.checked = state.hide;
      },
      /** @param {(change: Partial<State>, isStep: boolean) => void} set */
      listen(set) {
        for (const choice of choices) {
          choice.addEventListener('change', () => set({ view: choice.value, open: '', flipped: new Set() }, true));
        }
        search.addEventListener('input', () => set({ text: search.value }, false));
        select.addEventListener('change', () => set({ show: select.value }, true));
        hide.addEventListener('change', () => set({ hide: hide.checked }, true));
        expand.addEventListener('click', () => set({ open: canOpen ? 'all' : 'none', flipped: new Set() }, true));
      },
    };
    return { tools, controls };
  }

  function makeTable() {
    /** @param {string} sort @param {string} text @param {Record<string, string>} attributes */
    const heading = (sort, text, attributes) =>
      make('th', { scope: 'col', 'data-sort': sort, ...attributes }, make('button', { type: 'button' }, text));
    const counts = (/** @type {string} */ name, /** @type {string} */ kind) =>
      make('th', { scope: 'col', class: `v${kind}` }, make('span', { class: 'unseen' }, `${name}, counts`));
    return make('table', { class: 'rows' },
      make('caption', {}, 'Coverage of the code'),
      make('thead', {}, make('tr', {},
        heading('name', 'Name', {}), heading('lines', 'Lines', { class: 'b' }), counts('Lines', ''),
        heading('missed', 'Missed', { class: 'w' }), heading('branches', 'Branches', { class: 'w' }), counts('Branches', ''),
        heading('methods', 'Methods', { class: 'w l' }), counts('Methods', ' l'),
        heading('complexity', 'Complexity', { class: 'x l' }), heading('risk', 'Risk', { class: 'w l' }))),
      make('tbody'));
  }

  /** @param {Node} item @param {Data} data @param {string} view @param {(item: Node) => boolean} isOpen */
  function makeRow(item, data, view, isOpen) {
    const f = item.figures;
    const isLeaf = item.children.length === 0;
    const levels = item.isFile ? data.fileLevels : data.levels;
    const name = make('th', { scope: 'row' });
    name.style.setProperty('--depth', String(item.depth));
    const parts = item.name.split(/(?<=\/)/).flatMap((part) => [part, make('wbr')]);
    name.append(isLeaf ? make('a', { href: item.href }, ...parts)
      : make('button', { type: 'button', 'data-key': item.key, 'aria-expanded': String(isOpen(item)) }, ...parts));
    if (item.note !== '') name.append(' ', make('span', { class: 'note' }, item.note));
    const cell = (/** @type {string} */ text, /** @type {string} */ kind) => make('td', { class: kind }, text);
    const share = (/** @type {number} */ at, /** @type {string} */ kind) => [
      cell(percent(f[at], f[at + 1]), `main ${grade(levels[at / 2], f[at], f[at + 1])}${kind}`), cell(`${f[at]}/${f[at + 1]}`, `v${kind}`)];
    const lines = share(0, '');
    lines[0].prepend(bar(f[0], f[1]));
    return make('tr', { class: isLeaf ? (view === 'list' ? 'leaf flat' : 'leaf') : 'group' }, name, ...lines,
      cell(String(f[1] - f[0]), 'main'), ...share(2, ''), ...share(4, ' l'), cell(String(f[6]), 'main l'), cell(risk(f[7]), 'main l'));
  }

  // --- addresses ------------------------------------------------------------------------------------

  /** The address says what of the index is shown, and not a file or line of a single file.
   * @param {string} hash */
  function isIndexHash(hash) {
    return hash === '' || hash === '#' || hash.includes('=');
  }

  function indexPath() {
    return location.pathname.replace(/src\/[^/]*$/, '').replace(/index\.html$/, '');
  }

  // --- keys -----------------------------------------------------------------------------------------

  /** @type {Map<string, () => void>} */
  const keys = new Map();

  /** @param {string} key @param {() => void} act */
  function onKey(key, act) {
    keys.set(key, act);
  }

  document.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    const isTyping = target.closest('input, select, textarea, dialog') !== null;
    if (event.key === 'Escape' && target instanceof HTMLInputElement) target.blur();
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys.get(event.key);
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  });

  /** @param {[string, string][]} rows */
  function offerHelp(rows) {
    const close = make('button', { type: 'button' }, 'Close');
    const dialog = make('dialog', { 'aria-labelledby': 'keys' }, make('h2', { id: 'keys' }, 'Keys'),
      make('dl', {}, ...rows.flatMap(([key, text]) => [
        make('dt', {}, ...key.split(' ').map((one) => make('kbd', {}, one))), make('dd', {}, text)])), close);
    close.addEventListener('click', () => dialog.close());
    onKey('?', () => dialog.showModal());
    for (const header of document.querySelectorAll('.top, .steps')) {
      const button = make('button', { type: 'button', class: 'help', 'aria-label': 'Keys', title: 'Keys (?)' }, '?');
      button.addEventListener('click', () => dialog.showModal());
      header.append(button);
    }
    document.body.append(dialog);
  }

  // --- a source file --------------------------------------------------------------------------------

  /** The first rows of runs of lines that did not run, and of lines that ran in part. Lines without code between them do
   * not end a run. @param {Element} page */
  function findMisses(page) {
    /** @type {HTMLTableRowElement[]} */
    const found = [];
    let last = '';
    for (const row of page.querySelectorAll('tr.c, tr.m, tr.p')) {
      const own = row.classList.contains('m') ? 'm' : row.classList.contains('p') ? 'p' : 'c';
      if (own !== 'c' && own !== last) found.push(/** @type {HTMLTableRowElement} */ (row));
      last = own;
    }
    return found;
  }

  /** @param {Element} page */
  function startPage(page) {
    const misses = findMisses(page);
    /** @type {Element | null} */
    let here = null;
    const said = make('span', { 'aria-live': 'polite' });
    const earlier = make('button', { type: 'button', title: 'Previous miss (k)' }, 'Previous');
    const later = make('button', { type: 'button', title: 'Next miss (j)' }, 'Next');
    const steps = make('div', { class: 'steps' }, said, earlier, later);
    said.textContent = misses.length === 0 ? 'Nothing missed' : `${misses.length} miss${misses.length === 1 ? '' : 'es'}`;
    earlier.disabled = later.disabled = misses.length === 0;
    page.querySelector('.file')?.append(steps);

    const host = /** @type {HTMLAnchorElement | null} */ (page.querySelector('a.host'));
    const whole = host?.getAttribute('href') ?? '';
    /** The link to the server leads to the line that is looked at. */
    const follow = () => {
      const line = /L(\d+)$/.exec(location.hash)?.[1];
      const end = line === undefined ? '' : whole.includes('?path=')
        ? `&line=${line}&lineEnd=${line}&lineStartColumn=1&lineEndColumn=1` : `#L${line}`;
      host?.setAttribute('href', whole + end);
    };
    follow();
    addEventListener('hashchange', follow);
    const methods = /** @type {HTMLDetailsElement | null} */ (page.querySelector('details.methods'));
    if (methods !== null && matchMedia('(width < 75rem)').matches) methods.open = false;
    methods?.addEventListener('mouseover', (event) => {
      const cell = /** @type {Element} */ (event.target).closest('tbody th');
      cell?.setAttribute('title', cell.textContent); // the side has no room for long names
    });

    /** @param {Element} row */
    const go = (row) => {
      here?.classList.remove('here');
      here = row;
      row.classList.add('here');
      history.replaceState(history.state, '', `#${row.id}`);
      follow();
      row.querySelector('a')?.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
    };
    /** @param {number} by */
    const step = (by) => {
      const from = here ?? (location.hash === '' ? null : document.getElementById(location.hash.slice(1)));
      const is = (/** @type {Element} */ row) => from !== null && (from.compareDocumentPosition(row) &
        (by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
      const index = from === null ? (by > 0 ? 0 : misses.length - 1) : by > 0 ? misses.findIndex(is) : misses.findLastIndex(is);
      const to = index < 0 ? (by > 0 ? 0 : misses.length - 1) : index;
      if (misses.length === 0) return;
      said.textContent = `${to + 1} of ${misses.length}`;
      go(misses[to]);
    };
    earlier.addEventListener('click', () => step(-1));
    later.addEventListener('click', () => step(1));
    const strip = page.querySelector('.strip');
    strip?.addEventListener('click', (event) => {
      const box = strip.getBoundingClientRect();
      const share = (/** @type {MouseEvent} */ (event).clientY - box.top) / box.height;
      const all = page.querySelectorAll('tr[id]');
      const row = all[Math.min(all.length - 1, Math.floor(share * all.length))];
      row?.scrollIntoView({ block: 'center', behavior: 'instant' });
    });
    const up = /** @type {HTMLAnchorElement | null} */ (page.querySelector('a.up'));
    const view = recall(`clrcov ${indexPath()}`);
    if (up !== null && view !== '') up.href = `${up.getAttribute('href')?.replace(/#.*/, '') ?? ''}#${view}`;
    onKey('j', () => step(1));
    onKey('n', () => step(1));
    onKey('k', () => step(-1));
    onKey('p', () => step(-1));
    onKey('u', () => up?.click());
    onKey('o', () => host?.click());
    onKey('[', () => /** @type {HTMLElement | null} */ (page.querySelector('a[rel="prev"]'))?.click());
    onKey(']', () => /** @type {HTMLElement | null} */ (page.querySelector('a[rel="next"]'))?.click());
    colour(page);
    return () => {
      steps.remove();
      removeEventListener('hashchange', follow);
      host?.setAttribute('href', whole);
    };
  }

  // --- syntax ---------------------------------------------------------------------------------------

  /** Kinds of tokens that get a colour. @type {Record<string, string>} */
  const KINDS = {
    keyword: 'keyword', preprocessor: 'keyword', directive: 'keyword', string: 'string', char: 'string',
    'interpolation-string': 'string', comment: 'comment', number: 'number', boolean: 'keyword', 'class-name': 'type',
    annotation: 'type', 'type-expression': 'type',
  };
  const WHOLE_LINES = 2000; // files up to this size are read as a whole, others by table

  /** Calls `take` for the coloured pieces of a text.
   * @param {any} tokens @param {number} at @param {string} kind
   * @param {(start: number, end: number, kind: string) => void} take @returns {number} where the tokens end */
  function walk(tokens, at, kind, take) {
    for (const token of Array.isArray(tokens) ? tokens : [tokens]) {
      if (typeof token === 'string') {
        if (kind !== '') take(at, at + token.length, kind);
        at += token.length;
      } else {
        at = walk(token.content, at, token.type === 'interpolation' ? '' : KINDS[token.type] ?? kind, take);
      }
    }
    return at;
  }

  /** The text nodes of the lines, and where each begins in their text. @param {Element[]} tables */
  function readLines(tables) {
    /** @type {{node: Text, start: number}[]} */
    const pieces = [];
    let text = '';
    for (const table of tables) {
      for (const row of table.querySelectorAll('tr[id]')) {
        const walker = document.createTreeWalker(row.children[2], NodeFilter.SHOW_TEXT);
        for (let piece = walker.nextNode(); piece !== null; piece = walker.nextNode()) {
          pieces.push({ node: /** @type {Text} */ (piece), start: text.length });
          text += /** @type {Text} */ (piece).data;
        }
        text += '\n';
      }
    }
    return { pieces, text };
  }

  /** @param {Element[]} tables @param {any} grammar */
  function colourTables(tables, grammar) {
    const { pieces, text } = readLines(tables);
    let index = 0;
    walk(/** @type {any} */ (window).Prism.tokenize(text, grammar), 0, '', (start, end, kind) => {
      while (index < pieces.length && pieces[index].start + pieces[index].node.length <= start) index++;
      for (let i = index; i < pieces.length && pieces[i].start < end; i++) {
        const { node: piece, start: from } = pieces[i];
        const first = Math.max(start - from, 0);
        const last = Math.min(end - from, piece.length);
        if (first < last) {
          const range = { startContainer: piece, startOffset: first, endContainer: piece, endOffset: last };
          highlightOf(kind).add(new StaticRange(range));
        }
      }
    });
  }

  /** @param {string} kind */
  function highlightOf(kind) {
    const name = `clrcov-${kind}`;
    let found = CSS.highlights.get(name);
    if (found === undefined) {
      found = new Highlight();
      CSS.highlights.set(name, found);
    }
    return found;
  }

  /** @type {WeakSet<Element>} */
  const coloured = new WeakSet();

  /** Colours come when a table is seen; the page itself stays as it is. @param {Element} page */
  function colour(page) {
    if (coloured.has(page)) return;
    coloured.add(page);
    const source = /** @type {HTMLElement | null} */ (page.querySelector('.source'));
    const grammar = /** @type {any} */ (window).Prism?.languages[source?.dataset.language ?? ''];
    if (source === null || grammar === undefined || typeof Highlight === 'undefined') return;
    const tables = [...source.querySelectorAll('.part')];
    if (source.querySelectorAll('tr[id]').length <= WHOLE_LINES) {
      colourTables(tables, grammar);
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((one) => one.isIntersecting)) {
        observer.unobserve(entry.target);
        colourTables([entry.target], grammar);
      }
    }, { rootMargin: '1000px' });
    for (const table of tables) observer.observe(table);
  }

  // --- one file -------------------------------------------------------------------------------------

  /** The index or one of the source files is shown. @param {HTMLElement} index */
  function startSingle(index) {
    const pages = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('article.page')]);
    /** @type {(() => void) | undefined} */
    let open;
    const route = () => {
      const id = /^#([cf]\d+)/.exec(location.hash)?.[1] ?? '';
      const page = pages.find((one) => one.id === id);
      index.hidden = page !== undefined;
      for (const one of pages) one.hidden = one !== page;
      for (const key of ['j', 'n', 'k', 'p', 'u', 'o', '[', ']']) keys.delete(key);
      open?.();
      open = undefined;
      if (page === undefined) return;
      open = startPage(page);
      const target = document.getElementById(location.hash.slice(1));
      const closed = target?.closest('details');
      if (closed) closed.open = true;
      if (target !== null && target !== page) target.scrollIntoView({ block: 'center', behavior: 'instant' });
      else scrollTo({ top: 0, behavior: 'instant' });
    };
    root.classList.add('single');
    addEventListener('hashchange', route);
    route();
  }

  // --- pages that are made anew ---------------------------------------------------------------------

  /** While `clrcov watch` makes the pages, live.js beside this script tells the number of the last making, and a page of
   * an earlier one loads itself again. Scripts are all that a page from disk may load. @param {string} made */
  function followLive(made) {
    const own = /** @type {HTMLScriptElement | null} */ (document.currentScript);
    const news = own === null ? '' : own.src.replace(/app\.js.*$/, 'live.js');
    Object.assign(window, { clrcovLive: (/** @type {string} */ last) => { if (last !== made) location.reload(); } });
    setInterval(() => {
      const script = make('script', { src: `${news}?${Date.now()}` });
      script.addEventListener('load', () => script.remove());
      script.addEventListener('error', () => script.remove());
      document.head.append(script);
    }, 1000);
  }

  if (root.dataset.live !== undefined) followLive(root.dataset.live);

  // --- start ----------------------------------------------------------------------------------------

  /** @type {[string, string][]} */
  const pageKeys = [['j n', 'next miss'], ['k p', 'previous miss'], [']', 'next file'], ['[', 'previous file'],
    ['u', 'up to the index'], ['o', 'open the line at the server'], ['?', 'this help']];
  /** @type {[string, string][]} */
  const indexKeys = [['/', 'filter'], ['h', 'hide covered'], ['e', 'expand or collapse all'], ['?', 'this help']];

  const place = document.getElementById('tree');
  const data = document.getElementById('data')?.textContent ?? null;
  if (place !== null && data !== null) startIndex(JSON.parse(data), place);

  const start = () => {
    const index = document.getElementById('index');
    if (index !== null) {
      startSingle(index);
      offerHelp([...indexKeys.slice(0, -1), ...pageKeys]);
    } else if (place !== null) {
      offerHelp(indexKeys);
    } else {
      startPage(document.body);
      offerHelp(pageKeys);
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();
