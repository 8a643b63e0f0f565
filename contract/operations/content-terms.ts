import { z } from 'zod'
import { day, id, instant, nothing } from '../fields.ts'
import { revision, saved, text } from './content-fields.ts'
import { termsKinds, termsStates, termsVersionPattern } from './content-names.ts'
import { operation } from './operation.ts'

const which = z.enum(termsKinds, { error: '协议种类不正确' })
const version = z
  .string({ error: '请输入版本名称' })
  .trim()
  .regex(termsVersionPattern, '版本名称为 1–30 位字母、数字或 . _ -，如 2026-12')
const effective_on = day('请选择生效日期')

const getTermsList = operation({
  path: '/content/getTermsList',
  access: ['content'],
  about: '协议的各个版本，最新生效的在前；default 为随门户提供的文本，在没有已生效的版本时使用。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        terms_id: id,
        which,
        version: z.string(),
        effective_on: z.string(),
        state: z.enum(termsStates),
        /** Path of the public page; null for a draft. */
        address: z.string().nullable(),
        saved_by: z.string(),
        saved_at: instant,
        published_at: instant.nullable(),
      }),
    ),
    default: z.array(z.object({ which, version: z.string(), current: z.boolean(), address: z.string() })),
  }),
})

const getTermsVersion = operation({
  path: '/content/getTermsVersion',
  access: ['content'],
  about: '一个协议版本的内容。',
  input: z.strictObject({ terms_id: id }),
  output: z.object({
    terms_id: id,
    which,
    version: z.string(),
    effective_on: z.string(),
    state: z.enum(termsStates),
    markdown: z.string(),
    ...saved,
  }),
  codes: [-53021],
})

const createTermsVersion = operation({
  path: '/content/createTermsVersion',
  access: ['content'],
  audited: true,
  about: '新建协议版本的草稿，内容从现行的文本开始。',
  input: z.strictObject({ which, version, effective_on }),
  output: z.object({ terms_id: id }),
  success: '已新建草稿',
  codes: [-53705],
})

const saveTermsVersion = operation({
  path: '/content/saveTermsVersion',
  access: ['content'],
  audited: true,
  about: '保存协议的草稿。',
  input: z.strictObject({ terms_id: id, revision, version, effective_on, markdown: text('正文') }),
  output: z.object({ revision: z.int(), saved_at: instant }),
  success: '已保存',
  codes: [-53021, -53022, -53705, -53706],
})

const publishTermsVersion = operation({
  path: '/content/publishTermsVersion',
  access: ['content'],
  audited: true,
  about: '发布协议：自生效日期起公开显示，并在注册与登录时记录；发布后不能再修改。',
  input: z.strictObject({ terms_id: id, revision }),
  output: nothing,
  success: '已发布',
  codes: [-53021, -53022, -53706],
})

const deleteTermsVersion = operation({
  path: '/content/deleteTermsVersion',
  access: ['content'],
  audited: true,
  about: '删除协议的草稿。',
  input: z.strictObject({ terms_id: id }),
  output: nothing,
  success: '草稿已删除',
  codes: [-53021, -53706],
})

const previewTerms = operation({
  path: '/content/previewTerms',
  access: ['content'],
  about: '按公开页面的渲染与净化生成的文档，不含脚本。',
  input: z.strictObject({
    which,
    version: z.string().max(30).default(''),
    effective_on: z.string().max(10).default(''),
    markdown: text('正文', undefined, 0),
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
