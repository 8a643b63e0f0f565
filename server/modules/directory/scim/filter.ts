import { ScimProblem } from './problem.ts'

/** One comparison of a filter; the name is in lower case. */
export interface Condition {
  attribute: string
  value: string | boolean
}

/** Some directories query the work address, by which people are found anyway. */
const atWork = /^(\s*emails)\[\s*type\s+eq\s+"work"\s*\](?=\.value\s)/i

const condition = /^\s*([\w:.$-]+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*$/i

/**
 * Parses a filter (RFC 7644, section 3.4.2.2). Directories look people up by equality, and several conditions can be joined by
 * `and`; everything else is refused as the standard demands.
 */
export function parseFilter(filter: string): Condition[] {
  if (filter.length > 1000) throw new ScimProblem(400, '过滤条件过长', 'invalidFilter')
  return splitAnd(filter).map(part => {
    const [, attribute = '', literal = ''] = condition.exec(part.replace(atWork, '$1')) ?? []
    if (!attribute) throw new ScimProblem(400, `不支持的过滤条件：${part.trim().slice(0, 100)}`, 'invalidFilter')
    return { attribute: attribute.toLowerCase(), value: valueIn(literal) }
  })
}

function valueIn(literal: string): string | boolean {
  if (!literal.startsWith('"')) return literal.toLowerCase() === 'true'
  try {
    // A quoted value is a JSON string, as the pattern has checked.
    return JSON.parse(literal) as string
  } catch {
    throw new ScimProblem(400, '过滤条件里的文字不正确', 'invalidFilter')
  }
}

/** Splits at `and` outside of quotes. */
function splitAnd(filter: string): string[] {
  const parts: string[] = ['']
  const pieces = filter.match(/"(?:[^"\\]|\\.)*"|\s+and\s+|[^"\s]+|\s+|"/gi) ?? []
  for (const piece of pieces) {
    if (/^\s+and\s+$/i.test(piece)) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}
