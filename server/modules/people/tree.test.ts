import { describe, expect, test } from 'vitest'
import { type Department, placementProblem, treeOf } from './tree.ts'

const rows = (...nodes: [id: string, parent: string | null, sort?: number][]): Department[] =>
  nodes.map(([id, parent_id, sort = 0]) => ({ dept_id: id, parent_id, name: `部门${id}`, sort }))
const chain = rows(['a', null], ['b', 'a'], ['c', 'b'], ['d', 'c'], ['e', 'd'], ['x', null], ['y', 'x'], ['z', 'y'])

describe('treeOf', () => {
  test('returns children in their order, paths from the top and descendants', () => {
    const tree = treeOf(rows(['a', null, 1], ['b', null, 0], ['c', 'a', 5], ['d', 'a', 2], ['e', 'd']))
    expect(tree.childrenOf(null).map(({ dept_id }) => dept_id)).toEqual(['b', 'a'])
    expect(tree.childrenOf('a').map(({ dept_id }) => dept_id)).toEqual(['d', 'c'])
    expect(tree.below('a').map(({ dept_id }) => dept_id)).toEqual(['a', 'd', 'e', 'c'])
    expect(tree.pathOf('e')).toBe('部门a / 部门d / 部门e')
    expect([tree.levelOf(null), tree.levelOf('e'), tree.heightOf('a'), tree.heightOf('c')]).toEqual([0, 3, 3, 1])
  })
})

test.each([
  ['a new one on the sixth level', undefined, 'e', -46003],
  ['a new one on the fifth', undefined, 'd', undefined],
  ['a subtree of three under the second level', 'x', 'b', undefined],
  ['a subtree of three under the third level', 'x', 'c', -46003],
  ['under itself', 'b', 'b', -46004],
  ['under one below itself', 'a', 'e', -46004],
  ['to the top', 'b', null, undefined],
  ['under one that is not there', 'b', 'none', -46001],
] as const)('placing %s', (_, id, parentId, expected) => {
  expect(placementProblem(treeOf(chain), id, parentId)).toBe(expected)
})
