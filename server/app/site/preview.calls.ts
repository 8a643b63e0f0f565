import type { SomeOperations } from '#server/engines/operator-context.ts'
import { renderTerms, termsAddress } from '#server/modules/terms/terms.ts'
import { articlePreview } from './pages.ts'
import { previewDocument } from './preview.ts'

export const previewOperations = {
  async previewArticle({ services, system }, input) {
    const { page, path } = await articlePreview(system, input)
    return { html: previewDocument(services, page, path) }
  },

  async previewTerms({ services }, { which, version, effective_on, markdown }) {
    const text = { which, version, effective_on: effective_on || undefined, markdown }
    return { html: previewDocument(services, renderTerms(text, services.config), termsAddress(which)) }
  },
} satisfies SomeOperations
