// Two types of browsers that the types of qr/decode.js name. On Node neither occurs.
type DOMRectReadOnly = never;
type ImageBitmapSource = never;
