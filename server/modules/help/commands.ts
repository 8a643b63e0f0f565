import { articlePath } from '#contract/paths.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { allCategories } from './categories.sql.ts'
import { createCategory } from './categories.ts'
import { isFree, lockAddresses } from './editing.sql.ts'
import { changeArticle, createArticle } from './editing.ts'
import { readArticles, type SuppliedArticle, type SuppliedCategory, suppliedCategories } from './supplied/articles.ts'

export const articlesHelp = `  articles add                                  发布产品自带而这里还没有的帮助与指南；网址已被使用的（改写、撤下或归档过的也是）保持原样`

type Run = (work: (services: Pick<Services, 'system'>) => Promise<void>) => Promise<void>

/** Every page of the console links to an article: a new portal starts with the product's own, which its operators edit further. */
export async function articlesCommand(run: Run, [action, ...more]: string[]): Promise<void> {
  if (action !== 'add' || more.length) throw new CommandUsage()
  await run(async ({ system }) => {
    const added = await addSupplied(system)
    for (const { kind, slug, title } of added) console.log(`${articlePath(kind, slug)}  ${title}`)
    console.log(added.length ? `已发布 ${added.length} 篇` : '产品自带的文章都已经有了')
  })
}

async function addSupplied(system: Database): Promise<SuppliedArticle[]> {
  const supplied = await readArticles()
  return system.transaction(async transaction => {
    await lockAddresses(transaction)
    const added: SuppliedArticle[] = []
    for (const category of suppliedCategories)
      for (const article of supplied.filter(each => each.kind === category.kind && each.category === category.slug)) {
        if (!(await isFree(transaction, article.slug, null))) continue
        const { kind: _, category: __, sort: ___, ...written } = article
        const category_id = await placeOf(transaction, category)
        const articleId = await createArticle(transaction, { ...written, category_id })
        await changeArticle(transaction, { articleId, expectedRevision: 1, action: 'publish' })
        added.push(article)
      }
    return added
  })
}

/** An operator's own category with the same name is used instead. */
async function placeOf(transaction: Database, category: SuppliedCategory): Promise<string> {
  const { kind, slug, name } = category
  const created = await createCategory(transaction, category)
  const present = (await allCategories(transaction)).filter(each => each.kind === kind)
  const found = created ?? present.find(each => each.slug === slug) ?? present.find(each => each.name === name)
  if (!found) throw new Error(`the category ${slug} is neither there nor made`)
  return found.category_id
}
