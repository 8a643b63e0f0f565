/** Returns a PDF of one empty page, with `catalog` in its catalog. */
export const onePage = (catalog = ''): Buffer =>
  Buffer.from(
    [
      '%PDF-1.7',
      `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj`,
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj',
      'trailer\n<< /Root 1 0 R /Size 4 >>',
      '%%EOF\n',
    ].join('\n'),
  )
