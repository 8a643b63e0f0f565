import { hash, randomUUID } from 'node:crypto'
import { type OperationInput, operations } from '#contract/operations/index.ts'
import { announcement } from '#contract/records/announcement.ts'
import { article, articleCategory } from '#contract/records/article.ts'
import { installer } from '#contract/records/installer.ts'
import { operateFile } from '../operate-file.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function contentRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { operate, make } = portal
  const { token } = await make.operator('content')
  const newSlug = () => `s-${randomUUID()}`

  async function setCategory(values: Values): Promise<string> {
    const input = { kind: 'help', name: randomUUID().slice(0, 18), slug: newSlug(), ...values }
    const answer = await operate('setArticleCategory', input as OperationInput<'setArticleCategory'>, { token })
    return answer.code === 200 ? answer.data.category_id : notWritten(answer)
  }
  const findCategory = async (category_id: string) =>
    (await operate('getArticleCategoryList', {}, { token })).data.list.find(one => one.category_id === category_id)

  const category_id = await setCategory({})
  const text = { category_id: await setCategory({}), title: '标题', summary: '摘要', markdown: '正文' }
  async function saveArticle(values: Values): Promise<string> {
    const input = { ...text, slug: newSlug(), ...values }
    const answer = await operate('saveContentArticle', input as OperationInput<'saveContentArticle'>, { token })
    return answer.code === 200 ? answer.data.article_id : notWritten(answer)
  }

  const starts_at = new Date(Date.now() + 3_600_000).toISOString()
  async function setAnnouncement(values: Values): Promise<string> {
    const input = { title: '标题', text: '内容', level: 'info', place: 'both', starts_at, ends_at: null, ...values }
    const answer = await operate('setAnnouncement', input as OperationInput<'setAnnouncement'>, { token })
    return answer.code === 200 ? answer.data.announcement_id : notWritten(answer)
  }

  const content = Buffer.from('installer')
  let releases = 0
  /** Each version is higher than the one before it. */
  const newVersion = () => `1.${++releases}`
  async function uploadInstaller(values: Values): Promise<string> {
    const fields: Values = {
      client_type: 1,
      version: newVersion(),
      notes: '',
      force_update: false,
      size: content.length,
      ...values,
    }
    const answer = await operateFile(portal, 'uploadInstaller', {
      fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
      content,
      fileName: '安装包.zip',
      token,
    })
    return answer.code === 200 ? answer.data.installer_id : notWritten(answer)
  }

  async function publishAddress(values: Values): Promise<string> {
    const input = {
      client_type: 1,
      version: newVersion(),
      url: 'https://files.example.com/client',
      notes: '',
      force_update: false,
      size: content.length,
      sha256: hash('sha256', content, 'hex'),
      ...values,
    }
    const answer = await operate('publishInstallerAddress', input as OperationInput<'publishInstallerAddress'>, {
      token,
    })
    return answer.code === 200 ? answer.data.installer_id : notWritten(answer)
  }

  return {
    articleCategory: {
      record: articleCategory,
      read: findCategory,
      values: { kind: () => 'guide', slug: newSlug, name: () => randomUUID().slice(0, 18) },
      writings: [
        {
          call: 'setArticleCategory, which adds',
          fields: without(operations.setArticleCategory.input.shape, 'category_id'),
          write: setCategory,
        },
        {
          call: 'setArticleCategory, which renames',
          fields: without(operations.setArticleCategory.input.shape, 'category_id', 'kind', 'slug'),
          write: async values => {
            const { category_id, kind, slug } = (await findCategory(await setCategory({}))) ?? notWritten(values)
            return setCategory({ category_id, kind, slug, ...values })
          },
        },
      ],
    },
    article: {
      record: article,
      read: async article_id => (await operate('getContentArticle', { article_id }, { token })).data,
      values: { category_id: () => category_id, slug: newSlug },
      writings: [
        {
          call: 'saveContentArticle, which adds',
          fields: without(operations.saveContentArticle.input.shape, 'article_id', 'revision'),
          write: saveArticle,
        },
        {
          call: 'saveContentArticle, which changes',
          fields: without(operations.saveContentArticle.input.shape, 'article_id', 'revision'),
          write: async values => saveArticle({ article_id: await saveArticle({}), revision: 1, ...values }),
        },
      ],
    },
    announcement: {
      record: announcement,
      read: async announcement_id =>
        (await operate('getContentAnnouncementList', { page_size: 100 }, { token })).data.list.find(
          one => one.announcement_id === announcement_id,
        ),
      values: {
        level: () => 'warning',
        place: () => 'site',
        starts_at: () => new Date(Date.now() + 60_000).toISOString(),
        ends_at: () => new Date(Date.now() + 86_400_000).toISOString(),
      },
      writings: [
        {
          call: 'setAnnouncement, which adds',
          fields: without(operations.setAnnouncement.input.shape, 'announcement_id', 'revision'),
          write: setAnnouncement,
        },
        {
          call: 'setAnnouncement, which changes',
          fields: without(operations.setAnnouncement.input.shape, 'announcement_id', 'revision'),
          write: async values =>
            setAnnouncement({ announcement_id: await setAnnouncement({}), revision: 1, ...values }),
        },
      ],
    },
    installer: {
      record: installer,
      read: async installer_id =>
        (await operate('getInstallerList', { page_size: 100 }, { token })).data.list.find(
          one => one.installer_id === installer_id,
        ),
      values: {
        client_type: () => 4,
        version: newVersion,
        url: () => 'https://cdn.example.com/client.exe',
        force_update: () => true,
        size: () => content.length,
        sha256: () => hash('sha256', content, 'hex'),
      },
      writings: [
        { call: 'uploadInstaller', fields: operations.uploadInstaller.input.shape, write: uploadInstaller },
        {
          call: 'publishInstallerAddress',
          fields: operations.publishInstallerAddress.input.shape,
          write: publishAddress,
        },
        {
          call: 'setInstaller',
          fields: without(operations.setInstaller.input.shape, 'installer_id'),
          write: async values => {
            const installer_id = await uploadInstaller({})
            const input = { installer_id, notes: '', force_update: false, ...values }
            const answer = await operate('setInstaller', input, { token })
            return answer.code === 200 ? installer_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
