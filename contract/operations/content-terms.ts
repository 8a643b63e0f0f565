import { z } from 'zod'
import { revision, text } from '../content-fields.ts'
import { terms as termsRecord } from '../records/terms.ts'
import { termsFields } from '../records/terms-fields.ts'
import { operation } from './operation.ts'

const { which } = termsRecord.fields
const of = termsRecord.schema.pick({ terms_id: true }).shape

const getTermsList = operation({
  path: '/content/getTermsList',
  effect: 'read',
  access: ['content'],
  about: '协议与合同模板的各个版本，最新生效的在前；default 为随门户提供的文本，在没有已生效的版本时使用。',
  output: z.object({
    list: z.array(termsRecord.schema.omit({ markdown: true, revision: true })),
    default: z.array(
      z.object({ which: which.answer, version: z.string(), current: z.boolean(), address: z.string().nullable() }),
    ),
  }),
})

const getTermsVersion = operation({
  path: '/content/getTermsVersion',
  effect: 'read',
  access: ['content'],
  about: '一个协议版本的内容。',
  input: z.strictObject(of),
  output: termsRecord.schema.omit({ address: true, published_at: true }),
  codes: [-53021],
})

const createTermsVersion = operation({
  path: '/content/createTermsVersion',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '新建协议版本的草稿，内容从现行的文本开始。',
  input: z.strictObject(termsRecord.input('create')),
  output: z.object(of),
  success: '已新建草稿',
  codes: [-53705],
})

const saveTermsVersion = operation({
  path: '/content/saveTermsVersion',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '保存协议的草稿。',
  input: z.strictObject({ ...of, revision, ...termsRecord.input('save') }),
  output: termsRecord.schema.pick({ revision: true, saved_at: true }),
  success: '已保存',
  codes: [-53021, -53022, -53705, -53706, -59720],
})

const publishTermsVersion = operation({
  path: '/content/publishTermsVersion',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '发布协议：自生效日期起公开显示，并在注册与登录时记录；合同模板自生效日期起用于新的合同。发布后不能再修改。',
  input: z.strictObject({ ...of, revision }),
  success: '已发布',
  codes: [-53021, -53022, -53706, -59720, -59721],
})

const deleteTermsVersion = operation({
  path: '/content/deleteTermsVersion',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '删除协议的草稿。',
  input: z.strictObject(of),
  success: '草稿已删除',
  codes: [-53021, -53706],
})

const previewTerms = operation({
  path: '/content/previewTerms',
  effect: 'read',
  access: ['content'],
  about: '按公开页面的渲染与净化生成的文档，不含脚本。',
  input: z.strictObject({
    which: which.create,
    version: z.string().max(termsFields.version.max).default(''),
    effective_on: z.string().max(10).default(''),
    markdown: text(termsFields.markdown.label, undefined, 0),
  }),
  output: z.object({ html: z.string() }),
})

export const terms = {
  getTermsList,
  getTermsVersion,
  createTermsVersion,
  saveTermsVersion,
  publishTermsVersion,
  deleteTermsVersion,
  previewTerms,
}
