import { expect, test } from 'vitest'
import { type Department, matching, placementProblem, positionAt, stepped, treeOf } from './tree.ts'

/** Ids equal names; the list is depth first, as from the server. */
const list = (
  [
    ['运营', null, 0],
    ['亚马逊', '运营', 0],
    ['北美', '亚马逊', 0],
    ['欧洲', '亚马逊', 1],
    ['日本', '亚马逊', 2],
    ['独立站', '运营', 1],
    ['技术', null, 1],
  ] as const
).map(([name, parent_id, sort]): Department => ({ dept_id: name, parent_id, name, sort, people: 0, people_in_all: 0 }))
const tree = treeOf(list)

test('paths and levels follow the parents', () => {
  expect(tree.roots.map(({ name }) => name)).toEqual(['运营', '技术'])
  expect(tree.byId.get('北美')).toMatchObject({ path: '运营 / 亚马逊 / 北美', level: 3 })
})

test.each([
  ['亚马逊', '北美', '不能移到自己或自己的下级部门之下'],
  ['亚马逊', '亚马逊', '不能移到自己或自己的下级部门之下'],
  ['亚马逊', '技术', undefined],
  ['亚马逊', null, undefined],
])('moving %s under %s: %s', (id, parent, problem) => {
  expect(placementProblem(tree, id, parent)).toBe(problem)
})

test('a subtree cannot be moved below the fifth level', () => {
  const deep = treeOf([...list, { dept_id: '四', parent_id: '北美', name: '四', sort: 0, people: 0, people_in_all: 0 }])
  expect(placementProblem(deep, undefined, '四')).toBeUndefined()
  expect(placementProblem(deep, '技术', '四')).toBeUndefined()
  expect(placementProblem(deep, '独立站', '四')).toBeUndefined()
  const deeper = treeOf([
    ...list,
    { dept_id: '四', parent_id: '北美', name: '四', sort: 0, people: 0, people_in_all: 0 },
    { dept_id: '下', parent_id: '技术', name: '下', sort: 0, people: 0, people_in_all: 0 },
  ])
  expect(placementProblem(deeper, '技术', '四')).toBe('部门最多五级')
})

test.each([
  ['北美', 'after', '日本', { parent_id: '亚马逊', sort: 2 }],
  ['日本', 'before', '北美', { parent_id: '亚马逊', sort: 0 }],
  ['北美', 'after', '欧洲', { parent_id: '亚马逊', sort: 1 }],
  ['北美', 'before', '技术', { parent_id: null, sort: 1 }],
  ['北美', 'inside', '技术', { parent_id: '技术', sort: 0 }],
] as const)('%s dropped %s %s gets its new place', (id, where, target, position) => {
  expect(positionAt(tree, id, where, target)).toEqual(position)
})

test('a step beyond the first or last place is undefined', () => {
  expect(stepped(tree, '北美', -1)).toBeUndefined()
  expect(stepped(tree, '北美', 1)).toEqual({ parent_id: '亚马逊', sort: 1 })
  expect(stepped(tree, '技术', 1)).toBeUndefined()
})

test('a search keeps the ancestors and descendants of a match', () => {
  const found = matching(tree.roots, '欧')
  expect(JSON.stringify(found)).toContain('欧洲')
  expect(found.map(({ name }) => name)).toEqual(['运营'])
  expect(JSON.stringify(found)).not.toContain('独立站')
  expect(matching(tree.roots, '亚马')[0]?.children[0]?.children).toHaveLength(3)
})
