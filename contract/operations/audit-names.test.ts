import { expect, test } from 'vitest'
import { auditActionName, auditActionNames, auditActorName, auditTarget } from './audit-names.ts'

test('every action has words of its own, in Chinese', () => {
  const words = Object.values(auditActionNames)
  expect(words.filter(word => !/^[\p{Script=Han}]+$/u.test(word))).toEqual([])
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([])
  expect(auditActionName('company.frozen')).toBe('冻结企业')
  expect(auditActionName('thing.of_a_version_to_come')).toBe('thing.of_a_version_to_come')
})

test('a target is split into kind and id, and the actor is named', () => {
  expect(auditTarget('address:2001:db8::1')).toEqual({ kind: 'address', word: '地址', id: '2001:db8::1' })
  expect(auditTarget('stock')).toEqual({ kind: 'stock', word: '地址库存', id: '' })
  expect(['portal', 'cli:root@host', 'account:1', '周敏'].map(auditActorName)).toEqual([
    '系统',
    '命令行 root@host',
    '客户',
    '周敏',
  ])
})
