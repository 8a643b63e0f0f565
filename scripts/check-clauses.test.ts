import { expect, test } from 'vitest'
import { clauseProblems, readClauses } from './check-clauses.ts'

const sources: Record<string, string> = {
  'a.test.ts': "test('it is so', () => {})\ntest.each([1])('%i or \\'two\\'', () => {})",
}
const problems = (rows: string) =>
  clauseProblems(`| 条款 | 文件 | 测试 |\n| --- | --- | --- |\n${rows}`, file => sources[file])

test('a table whose tests all exist has no problem', () => {
  const rows = "| 甲 | `a.test.ts` | it is so |\n| 乙 | `a.test.ts` | %i or 'two' |"
  expect(problems(rows)).toEqual([])
  expect(readClauses(rows)).toHaveLength(2)
})

test.each([
  ['| 甲 | `a.test.ts` |  |', /without a test/],
  ['| 甲 |  | it is so |', /without a test/],
  ['| 甲 | `b.test.ts` | it is so |', /no file b.test.ts/],
  ['| 甲 | `a.test.ts` | it is |', /has no test “it is”/],
  ['| 甲 | `a.test.ts` | it is so |\n| 甲 | `a.test.ts` | it is so |', /stands twice/],
  ['', /no clauses/],
])('%j is a problem', (rows, problem) => {
  expect(problems(rows)).toEqual([expect.stringMatching(problem)])
})
