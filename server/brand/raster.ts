// From drawings to pixels. Only SVG of our own making comes here: outlines, no text, no links.

/** @param size pixels of a side */
export async function toPng(svg: string, size: number): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from((await render(svg, size)).asPng())
}

/** @returns raw RGBA */
export async function toPixels(
  svg: string,
  width: number,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const { pixels, width: drawn, height } = await render(svg, width)
  return { pixels, width: drawn, height }
}

async function render(svg: string, width: number) {
  const { renderAsync } = await import('@resvg/resvg-js')
  return renderAsync(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } })
}
