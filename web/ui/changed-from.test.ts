import { expect, test } from 'vitest'
import { changedFrom } from './changed-from.ts'

const began = { name: '美国店铺', remark: null, owner: '', ids: ['a', 'b'], limit: 2, line: 'x', on: true }

test('only what differs from the record is sent, with what was seen of it', () => {
  expect(changedFrom(began, { ...began, ids: ['a', 'b'] })).toEqual({})
  expect(changedFrom(began, { ...began, name: '日本店铺', ids: ['b'], limit: 0, line: null, on: false })).toEqual({
    name: '日本店铺',
    ids: ['b'],
    limit: 0,
    line: null,
    on: false,
    seen: { name: '美国店铺', ids: ['a', 'b'], limit: 2, line: 'x', on: true },
  })
})

test('an empty field is no change of what the record does not have', () => {
  expect(changedFrom(began, { remark: '', owner: undefined })).toEqual({})
  expect(changedFrom(began, { remark: '新', owner: '王芳' })).toEqual({
    remark: '新',
    owner: '王芳',
    seen: { remark: null, owner: '' },
  })
})

test('of something new everything is sent', () => {
  expect(changedFrom(undefined, { name: '新', remark: '' })).toEqual({ name: '新', remark: '' })
})
