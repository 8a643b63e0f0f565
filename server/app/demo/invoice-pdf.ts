/** Encodes UTF-16 in hex, for a font with a Unicode map. */
const text = (written: string) => `<${Buffer.from(written, 'utf16le').swap16().toString('hex')}>`

/** Creates a page with a line of text. The viewer's own Chinese font displays it, so the file is small. */
export function drawInvoice({ number, title, amount }: { number: string; title: string; amount: string }): Buffer {
  const line = (size: number, x: number, y: number, written: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td ${text(written)} Tj ET`
  const content = [
    line(22, 60, 340, '演示发票'),
    line(12, 60, 300, `号码：${number}`),
    line(12, 60, 275, `购买方：${title}`),
    line(12, 60, 250, `价税合计：¥${amount}`),
    line(12, 60, 200, '本文件为演示数据，不是税务机关监制的发票，不能用于报销。'),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
