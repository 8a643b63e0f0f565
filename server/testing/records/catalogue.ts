import { randomUUID } from 'node:crypto'
import { operations } from '#contract/operations/index.ts'
import { category } from '#contract/records/category.ts'
import { goods } from '#contract/records/goods.ts'
import { packageType } from '#contract/records/package-type.ts'
import { sku } from '#contract/records/sku.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function catalogueRecords({
  make,
  operate,
}: Awaited<ReturnType<typeof testPortal>>): Promise<Record<string, WrittenRecord>> {
  const requester = await make.operator('finance')
  const owner = await make.operator('owner')
  const code = () => `code-${randomUUID().slice(0, 8)}`
  const described = () => ({ code: code(), name: '名称', about: '', sort: 1 })
  const top = await make.category()
  const line = await make.category()
  const sold = await make.goods()

  async function setCategory(values: Values & { category_id?: string }) {
    const answer = await operate('setCatalogueCategory', { ...described(), ...values }, requester)
    return answer.code === 200 ? answer.data.category_id : notWritten(answer)
  }
  const categories = async () => (await operate('getCatalogueTree', {}, requester)).data.list
  async function setGoods(values: Values & { goods_id?: string }) {
    const answer = await operate('setGoods', { ...described(), category_id: line.id, ...values }, requester)
    return answer.code === 200 ? answer.data.goods_id : notWritten(answer)
  }
  const goodsIn = async (category_id: string) =>
    (await operate('getCatalogueGoods', { category_id }, requester)).data.list

  /** Fields of a category or of goods that can't be changed later. */
  const added = ['category_id', 'goods_id', 'parent_id', 'code']

  async function addPackageType(values: Values) {
    const { id: category_id } = await make.category()
    const input = { category_id, days: 30, discount_percent: 0, sort: 1, ...values }
    const answer = await operate('addPackageType', input, requester)
    return answer.code === 200 ? `${input.category_id} ${answer.data.package_type_id}` : notWritten(answer)
  }
  const packageIdOf = (id: string) => id.split(' ')[1] ?? ''

  async function addSku(values: Values) {
    const input = { goods_id: (await make.goods()).id, price: 1, list_price: 1000, ...values }
    const answer = await operate('addSkus', input, requester)
    return `${input.goods_id} ${answer.data?.sku_ids[0] ?? notWritten(answer)}`
  }
  /** Requests a price and has another operator confirm it. */
  async function changePrices(input: Parameters<typeof operate<'requestPrices'>>[1]) {
    const { code, msg, data } = await operate('requestPrices', input, requester)
    if (code !== 200) notWritten(msg)
    const decided = await operate('decideApproval', { approval_id: data.approval_id, decision: 'confirm' }, owner)
    if (decided.code !== 200) notWritten(decided)
  }
  const { skus, packages } = operations.requestPrices.input.shape

  return {
    category: {
      record: category,
      read: async id => (await categories()).find(({ category_id }) => category_id === id),
      values: { parent_id: () => top.id, code, archived: () => true },
      writings: [
        {
          call: 'setCatalogueCategory, which adds',
          fields: without(operations.setCatalogueCategory.input.shape, 'category_id'),
          write: setCategory,
        },
        {
          call: 'setCatalogueCategory, which changes',
          fields: without(operations.setCatalogueCategory.input.shape, ...added),
          write: async values => {
            const before = { code: code(), category_id: '' }
            before.category_id = await setCategory({ code: before.code })
            return setCategory({ ...before, ...values })
          },
        },
        {
          call: 'archiveCatalogueCategory',
          fields: without(operations.archiveCatalogueCategory.input.shape, 'category_id'),
          write: async values => {
            const category_id = await setCategory({})
            await operate('archiveCatalogueCategory', { category_id, archived: false, ...values }, requester)
            return category_id
          },
        },
      ],
    },
    goods: {
      record: goods,
      read: async id =>
        [...(await goodsIn(line.id)), ...(await goodsIn(top.id))].find(({ goods_id }) => goods_id === id),
      values: { category_id: () => top.id, code, published: () => true },
      writings: [
        {
          call: 'setGoods, which adds',
          fields: without(operations.setGoods.input.shape, 'goods_id'),
          write: setGoods,
        },
        {
          call: 'setGoods, which changes',
          fields: without(operations.setGoods.input.shape, ...added),
          write: async values => {
            const before = { code: code(), goods_id: '' }
            before.goods_id = await setGoods({ code: before.code })
            return setGoods({ ...before, ...values })
          },
        },
        {
          call: 'setGoodsPublished',
          fields: without(operations.setGoodsPublished.input.shape, 'goods_id'),
          write: async values => {
            const goods_id = await setGoods({})
            await operate('setGoodsPublished', { goods_id, published: false, ...values }, requester)
            return goods_id
          },
        },
      ],
    },
    packageType: {
      record: packageType,
      read: async id => {
        const [category_id = ''] = id.split(' ')
        const { list } = (await operate('getPackageTypes', { category_id }, requester)).data
        return { ...list.find(({ package_type_id }) => package_type_id === packageIdOf(id)), category_id }
      },
      values: { category_id: () => top.id },
      writings: [
        { call: 'addPackageType', fields: operations.addPackageType.input.shape, write: addPackageType },
        {
          call: 'setPackageSort',
          fields: without(operations.setPackageSort.input.shape, 'package_type_id'),
          write: async values => {
            const id = await addPackageType({})
            await operate('setPackageSort', { package_type_id: packageIdOf(id), sort: 1, ...values }, requester)
            return id
          },
        },
        {
          call: 'requestPrices',
          fields: without(packages.unwrap().element.shape, 'package_type_id', 'old_discount'),
          write: async values => {
            const id = await addPackageType({})
            const fields = { package_type_id: packageIdOf(id), old_discount: 0, discount_percent: 1, ...values }
            await changePrices({ packages: [fields] })
            return id
          },
        },
      ],
    },
    sku: {
      record: sku,
      read: async id => {
        const [goods_id = '', skuId] = id.split(' ')
        const { list } = (await operate('getCatalogueSkus', { goods_id }, requester)).data
        return list.find(({ sku_id }) => sku_id === skuId)
      },
      values: { goods_id: () => sold.id },
      writings: [
        {
          call: 'addSkus',
          // The attributes are lists, and a sku has one of each.
          fields: without(operations.addSkus.input.shape, 'region_ids', 'access_way_ids', 'bandwidths'),
          write: addSku,
        },
        {
          call: 'requestPrices',
          fields: without(skus.unwrap().element.shape, 'sku_id', 'old_price', 'old_list_price'),
          write: async values => {
            const id = await addSku({})
            const [, sku_id = ''] = id.split(' ')
            const before = { sku_id, old_price: 1, old_list_price: 1000 }
            await changePrices({ skus: [{ ...before, price: 2, list_price: 2000, ...values }] })
            return id
          },
        },
      ],
    },
  }
}
