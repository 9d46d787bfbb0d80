// Reads what another program answers, without letting it fill the memory.

/** The body as text; undefined when it is longer than `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
