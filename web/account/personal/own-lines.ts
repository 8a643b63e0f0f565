import type { OutputOf } from '#contract/index.ts'
import { count } from '#web/ui/format.ts'

/** Names the lines that a person gains or loses by their own act. */
export const ownLines = ({ lines, line_names }: OutputOf<'planMembership'>['gained']): string =>
  `${line_names.join('、')}${lines > line_names.length ? ` 等 ${count(lines)} 条` : ''}`
