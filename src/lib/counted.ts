// Numbers of things as people read them.

/** "1 order", "2,000 orders". */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
