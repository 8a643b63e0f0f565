import { attribute, tagsOf } from './xml.ts'

/** The first id that a workbook may give its own formats; read-excel-file takes the same. */
const firstOwnFormat = 100

/** Returns the styles whose format fills a number up with zeros to so many digits, by their place: 0000 shows 7 as 0007. */
export function paddedStyles(styles: Buffer | undefined): Map<string, number> {
  const [digits, padded] = [new Map<string, number>(), new Map<string, number>()]
  let [places, within] = [0, false]
  for (const tag of tagsOf(styles?.toString('utf8') ?? '')) {
    if (tag.name === 'cellXfs') within = tag.kind === 'open'
    if (tag.kind === 'close') continue
    const format = attribute(tag, 'numFmtId') ?? ''
    if (tag.name === 'numFmt') {
      const code = attribute(tag, 'formatCode') ?? ''
      if (/^0{2,15}$/.test(code) && Number(format) >= firstOwnFormat) digits.set(format, code.length)
    } else if (tag.name === 'xf' && within) {
      const shown = digits.get(format)
      if (shown) padded.set(String(places), shown)
      places += 1
    }
  }
  return padded
}
