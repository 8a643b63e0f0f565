import { articlePath, articlesPath, paths, tabAddress, tabs } from '#contract/paths.ts'
import type { SiteFrame, SitePage } from '#contract/site.ts'
import { day } from '../../ui/format.ts'
import { shareAddress } from '../document.tsx'
import { Icon } from '../icons.tsx'
import { Phrases } from '../parts.tsx'
import { breadcrumbs } from '../structured.ts'
import { Categories, kinds, SearchBox } from './articles.tsx'

type ArticleOf = Extract<SitePage, { kind: 'article' }>

export function articleMeta({ article, articleKind, category }: ArticleOf, { origin, settings, path }: SiteFrame) {
  const publisher = {
    '@type': 'Organization',
    name: settings.brand.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  }
  const section = articleKind === 'help' ? paths.help : paths.cheats
  return {
    title: article.title,
    description: article.summary,
    keywords: article.keywords,
    structured: [
      {
        '@type': 'Article',
        headline: article.title,
        image: shareAddress(origin, path),
        description: article.summary,
        inLanguage: 'zh-CN',
        datePublished: article.published_at,
        dateModified: article.updated_at,
        articleSection: category.name,
        mainEntityOfPage: origin + path,
        author: publisher,
        publisher,
      },
      breadcrumbs(origin, [
        [kinds[articleKind].title, section],
        [category.name, articlesPath(articleKind, category.slug)],
        [article.title, path],
      ]),
    ],
  }
}

export function ArticlePage({ page }: { page: ArticleOf }) {
  const { article, articleKind: kind, categories, category, contents, previous, next } = page
  const tab = tabs.find(each => each.path === (kind === 'help' ? paths.help : paths.cheats))
  return (
    <section className="band tight">
      <div className="wrap reading with-contents">
        <div className="reading-side">
          <SearchBox kind={kind} />
          <Categories kind={kind} categories={categories} current={category.slug} open={article} />
        </div>
        <article className="article">
          <header className="article-head">
            <nav className="crumbs" aria-label="位置">
              <a href={tab ? tabAddress(tab) : articlesPath(kind)}>{kinds[kind].title}</a>
              <span aria-hidden="true">/</span>
              <a href={articlesPath(kind, category.slug)}>{category.name}</a>
            </nav>
            <h1>
              <Phrases>{article.title}</Phrases>
            </h1>
            <p className="article-facts">
              更新于 <time dateTime={article.updated_at}>{day(article.updated_at)}</time>
            </p>
            <p className="summary">{article.summary}</p>
          </header>
          {contents.length > 1 ? (
            <nav className="contents" aria-label="本文目录">
              <h2>本文目录</h2>
              <ul>
                {contents.map(heading => (
                  <li key={heading.id} className={heading.level > 2 ? 'deeper' : undefined}>
                    <a href={`#${heading.id}`}>{heading.text}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
          <div className="article-body">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (server/engines/markdown/markdown.ts) */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
            <section className="vote" data-vote={article.article_id} aria-labelledby="vote">
              <h2 id="vote">这篇文章对您有用吗？</h2>
              <p className="vote-buttons">
                <button type="button" data-useful="1">
                  <Icon name="thumbUp" />
                  有用
                </button>
                <button type="button" data-useful="0">
                  <Icon name="thumbDown" />
                  没有用
                </button>
              </p>
              <p className="vote-answer" role="status" />
            </section>
            <nav className="neighbours" aria-label="上一篇与下一篇">
              {previous ? (
                <a href={articlePath(kind, previous.slug)} rel="prev">
                  <span>
                    <Icon name="back" />
                    上一篇
                  </span>
                  {previous.title}
                </a>
              ) : null}
              {next ? (
                <a className="next" href={articlePath(kind, next.slug)} rel="next">
                  <span>
                    下一篇
                    <Icon name="arrow" />
                  </span>
                  {next.title}
                </a>
              ) : null}
            </nav>
          </div>
        </article>
      </div>
    </section>
  )
}
