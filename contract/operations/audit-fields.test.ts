import { expect, test } from 'vitest'
import { auditFieldKinds, auditFieldName, auditFields } from './audit-fields.ts'

test('every field has a Chinese name, and every declared kind belongs to a field', () => {
  const words = Object.values(auditFields)
  expect(words.filter(word => !/^(?=.*\p{Script=Han})[\p{Script=Han}/]+$|^(文件 )?SHA-256$/u.test(word))).toEqual([])
  expect(Object.keys(auditFieldKinds).filter(field => !(field in auditFields))).toEqual([])
})

test('a field is named by the action’s subject, or else shown as written', () => {
  expect(auditFieldName('company.hours_gifted', 'days')).toBe('人天')
  expect(auditFieldName('line.extended', 'days')).toBe('延长天数')
  expect(auditFieldName('package.added', 'days')).toBe('天数')
  expect(auditFieldName('company.hours_gifted', 'of_a_version_to_come')).toBe('of_a_version_to_come')
})
