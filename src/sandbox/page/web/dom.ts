/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The little that is needed to build a page without a framework. Text always becomes a text node, never markup.

export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Attributes = Readonly<Record<string, unknown>>;

/** `h('button', { class: 'primary', onclick }, 'Send')`. Functions become listeners, false and undefined leave out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  append(element, children);
  return element;
}

export function append(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child as readonly Child[]);
    else if (child instanceof Node) parent.appendChild(child);
    else if (typeof child === 'string' || typeof child === 'number')
      parent.appendChild(document.createTextNode(String(child)));
  }
}

function set(element: HTMLElement, name: string, value: unknown): void {
  if (value === false || value === undefined || value === null) return;
  if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
  else element.setAttribute(name, value === true ? '' : String(value));
}

const SIGNS = new WeakMap<Element, string>();

export type Keyed = { readonly key: string; readonly sign: string; readonly build: () => HTMLElement };

/** Makes the children those of the list; a child whose sign is still the same stays as it is, focus and all. */
export function keep(parent: Element, items: readonly Keyed[]): void {
  const before = new Map<string, Element>();
  for (const child of [...parent.children]) before.set(child.getAttribute('data-key') ?? '', child);
  const focused = focusKeyIn(parent);
  items.forEach(({ key, sign, build }, index) => {
    let child = before.get(key);
    before.delete(key);
    if (!child || SIGNS.get(child) !== sign) {
      const fresh = build();
      fresh.setAttribute('data-key', key);
      SIGNS.set(fresh, sign);
      child?.replaceWith(fresh);
      child = fresh;
    }
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
  for (const child of before.values()) child.remove();
  if (focused !== undefined && !parent.contains(document.activeElement)) focusByKey(parent, focused);
}

/** Rebuilds the one child of a place when its sign is a new one. True when it did. */
export function keepOne(parent: Element, sign: string, build: () => HTMLElement): boolean {
  const shown = parent.firstElementChild;
  keep(parent, [{ key: 'only', sign, build }]);
  return parent.firstElementChild !== shown;
}

function focusKeyIn(parent: Element): string | undefined {
  const active = document.activeElement;
  if (!active || !parent.contains(active)) return undefined;
  return active.closest('[data-focus]')?.getAttribute('data-focus') ?? undefined;
}

function focusByKey(parent: Element, key: string): void {
  const candidates = [...parent.querySelectorAll<HTMLElement>('[data-focus]')];
  candidates.find((element) => element.getAttribute('data-focus') === key)?.focus();
}

const SVG = 'http://www.w3.org/2000/svg';

const ICONS = {
  thread: 'M4 5h16v11H9l-5 4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-7z',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  lock: 'M7 11V8a5 5 0 0110 0v3M5 11h14v9H5z',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  phone: 'M8 3h8v18H8zM11 18h2',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 10a2 2 0 100 4 2 2 0 000-4z',
  down: 'M6 9l6 6 6-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  share: 'M8 12h9M13 8l4 4-4 4',
  check: 'M5 12l5 5 9-10',
} as const;

export type IconName = keyof typeof ICONS;

/** For the eye only: whoever listens is told by the label of what it stands in. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.appendChild(path);
  return svg;
}
