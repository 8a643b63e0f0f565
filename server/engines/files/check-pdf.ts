import { sandboxed } from '../sandbox/sandbox.ts'
import type { CheckedPdf, PdfFile } from './pdf.ts'

const check = sandboxed<PdfFile, CheckedPdf>(
  new URL('./pdf.ts', import.meta.url),
  { cpuSeconds: 2, seconds: 30, megabytes: 512 },
  { problem: 'broken' },
)

/**
 * Checks a PDF in a sandbox and returns either the problem or the rewritten file. A file from a stranger is stored rewritten; one
 * whose signature must remain valid, such as an invoice, is stored as received.
 */
export const checkPdf = (owner: string, content: Buffer): Promise<CheckedPdf> => check(owner, { content })
