import type { ArticleKind } from '#contract/content-names.ts'
import { articlePath, articlesPath } from '#contract/paths.ts'
import type { SiteArticle, SiteCategory, SiteFrame, SitePage } from '#contract/site.ts'
import { day } from '../../ui/format.ts'
import { Icon } from '../icons.tsx'
import { PageHead, Phrases } from '../parts.tsx'
import { breadcrumbs } from '../structured.ts'

export const kinds = {
  help: {
    title: '帮助中心',
    english: 'Help centre',
    lead: '安装、登录、设备、线路与订单：先搜一搜，多数问题几分钟就能解决。',
    keywords: '帮助中心,使用教程,安装说明,常见问题',
    placeholder: '搜索问题，如：设备审核',
  },
  guide: {
    title: '出海攻略',
    english: 'Going overseas, step by step',
    lead: '按阶段、按平台整理的实操文章：从准备账号到稳定运营，少走前人走过的弯路。',
    keywords: '出海攻略,跨境电商教程,海外社媒运营,出海指南',
    placeholder: '搜索攻略，如：直播',
  },
} as const satisfies Record<ArticleKind, object>

export function SearchBox({ kind, query = '' }: { kind: ArticleKind; query?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers in use know <search>
    <form className="search" role="search" action={articlesPath(kind)} method="get">
      <Icon name="search" />
      <input
        type="search"
        name="q"
        defaultValue={query}
        maxLength={50}
        placeholder={kinds[kind].placeholder}
        aria-label={`搜索${kinds[kind].title}`}
        autoComplete="off"
      />
      <button className="button small" type="submit">
        搜索
      </button>
    </form>
  )
}

export function Categories(props: {
  kind: ArticleKind
  categories: SiteCategory[]
  /** The current category's slug; undefined for all, null if none is current. */
  current?: string | null | undefined
  open?: SiteArticle
}) {
  return (
    <nav className="categories" aria-label="文章分类">
      <ul>
        <li>
          <a href={articlesPath(props.kind)} aria-current={props.current === undefined ? 'page' : undefined}>
            全部
          </a>
        </li>
        {props.categories.map(category => (
          <li key={category.slug}>
            <a
              href={articlesPath(props.kind, category.slug)}
              aria-current={category.slug === props.current ? (props.open ? 'true' : 'page') : undefined}
            >
              {category.name}
              <span>{category.articles.length}</span>
            </a>
            {props.open && category.slug === props.current ? (
              <ul>
                {category.articles.map(article => (
                  <li key={article.article_id}>
                    <a
                      href={articlePath(props.kind, article.slug)}
                      aria-current={article.article_id === props.open?.article_id ? 'page' : undefined}
                      data-article={article.article_id}
                    >
                      {article.title}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ArticleCard({ kind, article, listed }: { kind: ArticleKind; article: SiteArticle; listed?: boolean }) {
  return (
    <li>
      <a href={articlePath(kind, article.slug)} data-article={listed ? article.article_id : undefined}>
        <h3>
          <Phrases>{article.title}</Phrases>
        </h3>
        <p>{article.summary}</p>
        <time dateTime={article.updated_at}>{day(article.updated_at)}</time>
      </a>
    </li>
  )
}

export function articlesMeta(page: Extract<SitePage, { kind: 'articles' }>, { origin, path }: SiteFrame) {
  const category = page.categories.find(each => each.slug === page.category)
  const { title, lead, keywords } = kinds[page.articleKind]
  return {
    title: category ? `${category.name} - ${title}` : title,
    description: category
      ? `${title}“${category.name}”：${category.articles.map(each => each.title).join('、')}`.slice(0, 160)
      : lead,
    keywords,
    query: category ? `?category=${category.slug}` : '',
    structured: [
      breadcrumbs(origin, [
        [title, path],
        ...(category ? [[category.name, articlesPath(page.articleKind, category.slug)] as const] : []),
      ]),
    ],
  }
}

export function ArticlesPage({ page, frame }: { page: Extract<SitePage, { kind: 'articles' }>; frame: SiteFrame }) {
  const { articleKind: kind, categories, category } = page
  const text = kinds[kind]
  const visible = category ? categories.filter(each => each.slug === category) : categories
  return (
    <>
      <PageHead title={text.title} english={text.english} after={<SearchBox kind={kind} />}>
        {text.lead}
      </PageHead>
      <section className="band tight">
        <div className="wrap reading">
          <Categories kind={kind} categories={categories} current={category} />
          <div>
            {visible.map(each => (
              <section className="article-group" key={each.slug} aria-labelledby={`category-${each.slug}`}>
                <h2 id={`category-${each.slug}`}>{each.name}</h2>
                <ul className="article-list">
                  {each.articles.map(article => (
                    <ArticleCard key={article.article_id} kind={kind} article={article} listed />
                  ))}
                </ul>
              </section>
            ))}
            {visible.length ? null : (
              <p className="empty">
                文章正在整理中。您的问题可以直接问客服
                {frame.settings.brand.supportPhone ? `：${frame.settings.brand.supportPhone}` : '。'}
              </p>
            )}
          </div>
        </div>
      </section>
    </>
  )
}

export function SearchPage({ page, frame }: { page: Extract<SitePage, { kind: 'search' }>; frame: SiteFrame }) {
  const { articleKind: kind, categories, found, query, total } = page
  const text = kinds[kind]
  const other = kind === 'help' ? 'guide' : 'help'
  return (
    <>
      <PageHead title={text.title} english={text.english} after={<SearchBox kind={kind} query={query} />} />
      <section className="band tight">
        <div className="wrap reading">
          <Categories kind={kind} categories={categories} current={null} />
          <div>
            <section className="article-group" aria-labelledby="found">
              <h2 id="found">
                “{query}”的搜索结果
                <span className="count">
                  {total} 篇{found.length < total && `，列出前 ${found.length} 篇`}
                </span>
              </h2>
              {found.length ? (
                <ul className="article-list">
                  {found.map(article => (
                    <ArticleCard key={article.article_id} kind={kind} article={article} />
                  ))}
                </ul>
              ) : (
                <div className="empty">
                  <p>没有找到相关文章。换一个更短的词试试，或者：</p>
                  <ul>
                    <li>
                      <a href={`${articlesPath(other)}?q=${encodeURIComponent(query)}`}>
                        在{kinds[other].title}里搜索“{query}”
                      </a>
                    </li>
                    <li>
                      <a href={articlesPath(kind)}>浏览全部文章</a>
                    </li>
                    {frame.settings.brand.supportPhone ? <li>致电客服 {frame.settings.brand.supportPhone}</li> : null}
                  </ul>
                </div>
              )}
            </section>
          </div>
        </div>
      </section>
    </>
  )
}
