import { beforeEach, expect, test, vi } from 'vitest'
import { saveBlob } from './save-file.ts'

const revoked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  revoked.length = 0
  const link = { click: () => {}, remove: () => {} }
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(url => {
    revoked.push(url)
  })
})
// Guard: a browser that asks where to put the file begins to read only after the answer.
test('what the page has made stays readable while the browser asks where to put it', () => {
  saveBlob(new Blob(['{}']), '个人资料.json')
  vi.advanceTimersByTime(30_000)
  expect(revoked).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(revoked).toEqual(['blob:1'])
})
