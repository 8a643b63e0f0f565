import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from './index.ts'
import { maskedPhone } from './masked-phone.ts'

/** Returns the paths of a schema's fields that are named like a phone and can hold an unmasked one. */
function wholePhones(schema: unknown, path: string[] = []): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => wholePhones(field, [...path, name]))
  if (schema instanceof z.ZodArray) return wholePhones(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(each => wholePhones(each, path))
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return wholePhones(schema.unwrap(), path)
  return path.at(-1)?.includes('phone') && schema !== maskedPhone ? [path.join('.')] : []
}

test('an operator sees whole phones where a reason was given, where invoices need them, and of partners', () => {
  const shown = Object.entries(operations).flatMap(([name, { output }]) => {
    const paths = wholePhones(output)
    return paths.length ? [[name, ...paths]] : []
  })
  expect(shown).toEqual([
    ['getInvoiceRequestList', 'list.phone'],
    ['getCompanyInvoices', 'list.phone'],
    ['unmaskPhone', 'phone'],
    ['getChannelList', 'list.contact_phone'],
    ['getChannelDetail', 'contact_phone'],
  ])
})

test.each(['138****0000', '已注销', '021****6666', ''])('%s is masked', text => {
  expect(maskedPhone.safeParse(text).success).toBe(true)
})

test.each(['13800000000', '手机 13800000000'])('%s is not', text => {
  expect(maskedPhone.safeParse(text).success).toBe(false)
})
