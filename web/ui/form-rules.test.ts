import { describe, expect, test } from 'vitest'
import { lineProblem, ruled } from './form-rules.ts'

describe('form rules', () => {
  test.each([
    ['', '请输入企业名称'],
    ['  ', '请输入企业名称'],
    [' 三个字 ', '企业名称至少4个字'],
    ['四个字的', undefined],
    ['长'.repeat(101), '企业名称最多100个字'],
  ])('a line %j: %s', (value, problem) => {
    expect(lineProblem('企业名称', 100, 4)(value)).toBe(problem)
  })

  test('an optional line may be empty', () => {
    expect(lineProblem('企业地址', 200, 0)('')).toBeUndefined()
  })

  test('a rule rejects with the message of its check, and takes an untouched field as empty', async () => {
    const rule = ruled(value => (value ? undefined : '请输入'))
    await expect(rule.validator(undefined, undefined)).rejects.toThrow('请输入')
    await expect(rule.validator(undefined, 'x')).resolves.toBeUndefined()
  })
})
