import { paths } from '#contract/paths.ts'
import type { SiteAccessWay, SiteCatalogue, SiteFrame } from '#contract/site.ts'
import { cheapest, isLine, skusOf, wayPrices } from './prices.ts'

/** The parts of a page's schema.org graph; document.tsx puts them together. */

export const organization = ({ origin, settings, officeAddress }: SiteFrame) => ({
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: settings.brand.name,
  alternateName: settings.brand.latin,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  ...(officeAddress ? { address: officeAddress } : {}),
  ...(settings.brand.supportPhone
    ? {
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer service',
          telephone: settings.brand.supportPhone,
        },
      }
    : {}),
})

const amount = (fen: number) => (fen / 100).toFixed(2)

interface Priced {
  catalogues: SiteCatalogue[]
  accessWays: SiteAccessWay[]
}

/** Returns a product for each catalogue on sale, with its lowest and highest price for 30 days. */
export function priced({ catalogues, accessWays }: Priced, { origin, settings }: SiteFrame): object[] {
  const advised = new Map(wayPrices(catalogues, accessWays).map(({ way }) => [way.code, way.about]))
  return catalogues.flatMap(catalogue => {
    const skus = skusOf(catalogue)
    const lowest = cheapest(skus)
    if (!lowest) return []
    return [
      {
        '@type': 'Product',
        name: catalogue.name,
        description: catalogue.about || advised.get(lowest.accessWayCode ?? '') || catalogue.name,
        image: `${origin}/share/product.png`,
        brand: { '@type': 'Brand', name: settings.brand.name },
        offers: {
          '@type': 'AggregateOffer',
          priceCurrency: 'CNY',
          lowPrice: amount(lowest.price),
          highPrice: amount(Math.max(...skus.map(sku => sku.price))),
          offerCount: skus.length,
          availability: `https://schema.org/${lowest.soldOut ? 'OutOfStock' : 'InStock'}`,
          url: `${origin}${paths.product}`,
          description: isLine(catalogue) ? '每条线路 30 天' : '每名员工 30 天',
        },
      },
    ]
  })
}

export const questionPage = (questions: readonly (readonly [string, string])[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})

/** Returns the breadcrumbs from home to the page; `steps` are names and paths. */
export const breadcrumbs = (origin: string, steps: readonly (readonly [string, string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [['首页', paths.home] as const, ...steps].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})
