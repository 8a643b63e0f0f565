import { announcements } from './content-announcements.ts'
import { articles } from './content-articles.ts'
import { articleCategories } from './content-categories.ts'
import { terms } from './content-terms.ts'

export const content = { ...articles, ...articleCategories, ...terms, ...announcements }
