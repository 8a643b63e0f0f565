import { quickly } from './licence.ts'

// The drawing has shapes only, as in `licence.ts`: a machine without fonts would draw letters as boxes.
const row = (y: number, widths: number[]) =>
  widths.map((width, index) => `<rect x="${90 + index * 220}" y="${y}" width="${width}" height="13" rx="4"/>`).join('')

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="980" height="520">
  <rect width="980" height="520" fill="#fff"/>
  <rect x="40" y="36" width="900" height="448" fill="none" stroke="#9aa7b8" stroke-width="2"/>
  <g fill="#1f4e8c"><circle cx="108" cy="86" r="24"/><rect x="360" y="74" width="260" height="24" rx="6"/></g>
  <g stroke="#c7d0db" stroke-width="1.5">
    <path d="M70 140h840M70 200h840M70 260h840M70 320h840M70 380h840M280 140v240M500 140v240M720 140v240"/>
  </g>
  <g fill="#66758a">${row(164, [110, 150, 110, 140])}${row(224, [110, 150, 110, 140])}${row(284, [110, 120, 110, 160])}${row(344, [110, 150, 110, 90])}</g>
  <circle cx="800" cy="420" r="50" fill="none" stroke="#c8102e" stroke-width="6" opacity="0.7"/>
  <path d="M800 392l8 19h21l-17 13 7 20-19-12-19 12 7-20-17-13h21z" fill="#c8102e" opacity="0.7"/>
</svg>`

/** Draws the layout of a bank receipt that is recognizably not a real one. */
export async function drawVoucher(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawing)).png(quickly).toBuffer()
}
