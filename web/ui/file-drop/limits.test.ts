import { expect, test } from 'vitest'
import { uploadMegabytes } from '#contract/uploads.ts'
import { uploadMegabytesOf } from './limits.ts'

test('the upload limits match the contract', () => {
  expect(uploadMegabytesOf).toEqual(uploadMegabytes)
})
