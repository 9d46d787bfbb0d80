// Reads what a store gives in pages, one page after the other.

/** `read` is given where a page begins: nothing for the first one, then the `next` of the page before. */
export async function* pagesOf<Page extends { readonly next: string | undefined }>(
  read: (from: { readonly after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let page = await read({});
  yield page;
  while (page.next !== undefined) {
    page = await read({ after: page.next });
    yield page;
  }
}
