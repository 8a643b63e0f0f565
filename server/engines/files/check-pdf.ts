import { sandboxed } from '../sandbox/sandbox.ts'
import type { CheckedPdf, PdfFile } from './pdf.ts'

const check = sandboxed<PdfFile, CheckedPdf>(
  new URL('./pdf.ts', import.meta.url),
  { cpuSeconds: 2, seconds: 30, megabytes: 512 },
  { problem: 'broken' },
)

/**
 * Checks a PDF in a sandbox and returns what is wrong with it, or it as it was written anew. A file from a stranger is
 * kept as written anew; one whose signature must stay, as of an invoice, is kept as it came.
 */
export const checkPdf = (owner: string, content: Buffer): Promise<CheckedPdf> => check(owner, { content })
