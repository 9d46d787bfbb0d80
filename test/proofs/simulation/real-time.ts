// The machine's own time, kept from before ambient.ts replaces it.

const { Date: RealDate, setImmediate, setTimeout } = globalThis;

export const realTime = { Date: RealDate, setImmediate, setTimeout };
