import type { Random } from '../../shared/catalogue/draw.ts'

const longest = 30
const shortest = 3
const numbered = 9
const drawn = 20

/**
 * Lists usernames for a new account, the best one first. `wish` is the name at the provider, which may be an e-mail
 * address. When the name is taken, a number is appended: first a small one, then a random one of four digits.
 */
export function* usernamesFor(random: Random, wish = ''): Generator<string> {
  const base = toUsername(wish)
  yield base
  for (let number = 2; number <= numbered; number++) yield withNumber(base, number)
  for (let draw = 0; draw < drawn; draw++)
    yield withNumber(base, 1_000 + Math.floor(random() * 9_000))
}

const toUsername = (wish: string): string => {
  const [local = ''] = wish.split('@')
  const letters = local.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const name = letters
    .replace(/[^a-z0-9_.]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest)
  if (name.length >= shortest) return name
  return name === '' ? 'user' : `user_${name}`
}

const withNumber = (base: string, number: number) =>
  base.slice(0, longest - String(number).length) + number
