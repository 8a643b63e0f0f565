// The drawing has only shapes and no letters, which a machine without fonts would draw as boxes.
const bars = (x: number, y: number, widths: number[], step: number, height = 14) =>
  widths
    .map((width, line) => `<rect x="${x}" y="${y + line * step}" width="${width}" height="${height}" rx="4"/>`)
    .join('')

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="707">
  <rect width="1000" height="707" fill="#fdf8ec"/>
  <rect x="28" y="28" width="944" height="651" fill="none" stroke="#b98a2f" stroke-width="6"/>
  <rect x="42" y="42" width="916" height="623" fill="none" stroke="#d9b765" stroke-width="2"/>
  <circle cx="500" cy="112" r="38" fill="#c8102e"/><circle cx="500" cy="112" r="24" fill="#f6c945"/>
  <g fill="#3b3527"><rect x="340" y="172" width="320" height="30" rx="6"/></g>
  <g fill="#7a705a">${bars(110, 262, [120, 96, 120, 96, 120, 96], 52)}</g>
  <g fill="#a59a80">${bars(260, 262, [300, 220, 260, 180, 330, 290], 52)}</g>
  <g fill="#7a705a">${bars(640, 262, [96, 80, 96], 52)}</g>
  <g fill="#a59a80">${bars(760, 262, [140, 110, 130], 52)}</g>
  <circle cx="780" cy="530" r="78" fill="none" stroke="#c8102e" stroke-width="7" opacity="0.75"/>
  <path d="M780 486l13 30h32l-26 20 10 32-29-19-29 19 10-32-26-20h32z" fill="#c8102e" opacity="0.75"/>
</svg>`

/** The first start waits for the compression: this effort takes a quarter of the time that the smallest file would need. */
export const quickly = { palette: true, effort: 1, dither: 0 }

/** Draws the layout of a business licence that is recognizably not a real one. `blurred` makes one that a reviewer would reject. */
export async function drawLicence({ blurred }: { blurred: boolean }): Promise<Buffer> {
  // Only the fill needs the library, so later starts don't load it.
  const { default: sharp } = await import('sharp')
  const image = sharp(Buffer.from(drawing))
  return (blurred ? image.blur(9) : image).png(quickly).toBuffer()
}
