/** A mistake that could be made in the product, to find out whether the simulation notices it. */
export interface PlantedBug {
  title: string
  /** The end of the file's URL. */
  file: string
  /** This text is replaced by `to`, once. */
  from: string
  to: string
}

const store = '/favorites/favorites-store.ts'
const sync = '/favorites/sync.ts'
const notes = '/storage/notes.ts'
const wallpaper = '/features/wallpaper'
const supply = '/features/supply'

export const plantedBugs: PlantedBug[] = [
  {
    title: 'clicks are ordered by the clock alone',
    file: '/storage/local-text.ts',
    from: 'Math.max(now(), latest + 1, toNumber(fromJson(read(clockKey))) + 1)',
    to: 'now()',
  },
  {
    title: 'a click from before the sign-in replaces one from after it',
    file: '/features/favorites/favorites.ts',
    from: 'before === undefined || before.at < click.at',
    to: 'before === undefined || click.isAdopted',
  },
  {
    title: 'a note of an earlier click replaces a later one',
    file: store,
    from: 'if (before && before.at >= heart.at) return',
    to: '',
  },
  {
    title: 'a click is forgotten when the server has answered',
    file: store,
    from: 'return written.catch(() =>',
    to: 'return written.then(() =>',
  },
  {
    title: 'no note is written before a click is stored',
    file: notes,
    from: 'texts?.setItem(prefix + name, note)',
    to: '',
  },
  {
    title: 'a write that is done deletes the note of a later write',
    file: notes,
    from: 'if (texts?.getItem(name) === note) texts.removeItem(name)',
    to: 'void note; texts?.removeItem(name)',
  },
  {
    title: 'a click is acknowledged before the list is stored',
    file: sync,
    from: 'await store.confirm(heart.owner, decision.favorites, known)',
    to: 'await store.acknowledge(heart); await store.confirm(heart.owner, decision.favorites, known)',
  },
  {
    title: 'a change whose list cannot be stored is sent again',
    file: sync,
    from: '} finally {\n    // Even if',
    to: '} catch (error) { throw error }\n  {\n    // Even if',
  },
  {
    title: 'no alarm is set before a sync',
    file: sync,
    from: 'await deps.wakeAt(now() + restartAfterMs)',
    to: '',
  },
  {
    title: 'no alarm is set after a failed sync',
    file: sync,
    from: "return unfinished.problem.kind === 'unexpected' ? undefined : retryAt",
    to: 'return void retryAt',
  },
  {
    title: 'the alarm after a failed sync is an hour late',
    file: sync,
    from: "return unfinished.problem.kind === 'unexpected' ? undefined : retryAt",
    to: 'return retryAt + 3_600_000',
  },
  {
    title: 'an alarm whose work was cut short does not ring again',
    file: '/browser/wake.ts',
    from: ', periodInMinutes: 1 }',
    to: ' }',
  },
  {
    title: 'an alarm is never canceled',
    file: '/browser/wake.ts',
    from: 'return void (await browser.alarms.clear(name))',
    to: 'return',
  },
  {
    title: 'a busy server counts as a refusal',
    file: sync,
    from: 'status >= 400 && status < 500 &&',
    to: 'status >= 400 &&',
  },
  {
    title: 'a list is stored for a person who has signed out',
    file: store,
    from: 'if ((await ownerItem.read()) !== owner) return false',
    to: '',
  },
  {
    title: 'the lists of others stay on the device',
    file: store,
    from: 'await removeItems(confirmedKey, (name) => isOther(name, owner))',
    to: '',
  },
  {
    title: 'a request may carry the token of another person',
    file: '/account/local-account.ts',
    from: 'if (of && (of.server !== session.server || of.id !== session.person.id)) return',
    to: 'void of',
  },
  {
    title: 'a heart that was removed while nobody was signed in is removed from the account',
    file: store,
    from: 'heart.wanted || isTakenBack',
    to: '(void isTakenBack, true)',
  },
  {
    title: 'a page shows a list that was read before the last click',
    file: '/favorites/use-favorites.ts',
    from: 'if (unsaved === 0 && read === reads) update(next)',
    to: 'update(next)',
  },
  {
    title: 'a page does not read the storage again after a failure',
    file: '/favorites/use-favorites.ts',
    from: 'setTimeout(refresh, readAgainMs)',
    to: 'void readAgainMs',
  },
  {
    title: 'a refusal is not stored',
    file: store,
    from: '{ at: heart.at, refused }',
    to: '{ at: heart.at }',
  },
  {
    title: 'a page says that it could not store a click although it did',
    file: '/favorites/use-favorites.ts',
    from: '() => true,',
    to: '() => false,',
  },
  {
    title: 'a status 401 of a proxy ends the session',
    file: '/account/local-account.ts',
    from: 'isOfApi(error) && error.status === 401',
    to: 'statusOf(error) === 401',
  },
  {
    title: 'an error of a proxy counts as a refusal by the server',
    file: sync,
    from: "if (isAboutTheChange && code === 'REFUSED')",
    to: 'if (void code, isAboutTheChange)',
  },
  {
    title: 'the time of a click ignores the times of stored clicks',
    file: '/storage/local-text.ts',
    from: 'Math.max(now(), latest + 1, toNumber(',
    to: 'Math.max(now(), toNumber(',
  },
  {
    title: 'after another server was chosen, the session of the first one still counts',
    file: '/account/local-account.ts',
    from: 'session: session?.server === server ? session : null',
    to: 'session: (void server, session)',
  },
  {
    title: 'the account does not hear that another server was chosen',
    file: '/account/local-account.ts',
    from: 'onAnyChange([localSessionItem, deps.server], listener)',
    to: 'onAnyChange([localSessionItem], listener)',
  },
  {
    title: 'a list that has only changed its order is not stored',
    file: store,
    from: 'return isSame(before, after) ? before : after',
    to: 'return before.length === after.length && after.every(({ id }) => ids.includes(id) && before.some((one) => one.id === id)) ? before : after',
  },
  {
    title: 'a heart leaves the list of the device before it is stored for the chosen server',
    file: store,
    from: 'await favorites.record({ wanted: true, favorite: bare, owner: toOwner(server) })',
    to: 'await item.update((list) => applyClick(list, { wanted: false, favorite, owner: deviceOwner })); await favorites.record({ wanted: true, favorite: bare, owner: toOwner(server) })',
  },
  {
    title: 'a heart that was stored for the chosen server stays in the list of the device',
    file: store,
    from: '{ wanted: false, favorite, owner: deviceOwner }',
    to: '{ wanted: true, favorite, owner: deviceOwner }',
  },
  {
    title: 'a click replaces another one that is being stored',
    file: store,
    from: 'withLock(heartsPrefix, work)',
    to: 'work()',
  },
  {
    title: 'a tab that has not heard of a sign-in cannot take back a heart',
    file: store,
    from: 'heart.wanted || isTakenBack',
    to: '(void isTakenBack, heart.wanted)',
  },
  {
    title: 'a sign-out does not delete the session',
    file: '/account/local-account.ts',
    from: '      return keep(null)',
    to: '      return current()',
  },
  {
    title: 'a page shows a click only when it is stored',
    file: '/favorites/use-favorites.ts',
    from: 'update({ ...shelf, favorites: applyClick(shelf.favorites, click) })',
    to: 'void applyClick',
  },
  {
    title: 'clicks after a sign-out are added to the account of the person who signed out',
    file: store,
    from: '(await isStillHere())',
    to: 'isStillHere',
  },
  {
    title: 'a server makes changes whose client has given up',
    file: '/server/favorites/favorites.ts',
    from: 'if (!isAwaited()) return noLongerAwaited()',
    to: 'void isAwaited',
  },
  {
    title: 'two replicas hold the lock of a person at once',
    file: '/redis/lock.ts',
    from: 'while ((await redis.set(key, token, options)) === null) {',
    to: 'while ((await redis.set(key, token, options)) === undefined) {',
  },
  {
    title: 'a batch does not wait for a write that Clerk may still make',
    file: '/clerk/favorites.ts',
    from: 'await sleep(holdMs)',
    to: 'await sleep(0); void holdMs',
  },
  {
    title: 'settings are stored without their times',
    file: '/settings/settings-sync.ts',
    from: 'return [applyStamps(merged, settings), merged]',
    to: 'return [applyStamps(merged, settings), before]',
  },
  {
    title: 'the settings of other devices replace newer ones',
    file: '/settings/settings-sync.ts',
    from: 'filter(([name, stamp]) => isLater(stamp, mine[name]))',
    to: 'filter(([name, stamp]) => (void isLater, stamp !== mine[name]))',
  },
  {
    title: 'a setting is dated by the clock alone',
    file: '/settings/settings-sync.ts',
    from: 'Math.max(now, (stamps[name]?.at ?? 0) + 1)',
    to: '(void name, now)',
  },
  {
    title: 'a wallpaper that is no longer blocked leaves no mark in the synced list',
    file: '/settings/settings-sync.ts',
    from: 'Object.keys({ ...chosen, ...known }).filter(isChanged)',
    to: 'Object.keys(chosen).filter(isChanged)',
  },
  {
    title: 'a tab does not store which wallpaper it took',
    file: `${wallpaper}/deck-store.ts`,
    from: "if (claimed) decks.put(claimed.deck, 'deck')",
    to: 'void decks',
  },
  {
    title: 'the next tab replaces the pinned wallpaper',
    file: `${wallpaper}/deck.ts`,
    from: 'if (pinned) return isPinned',
    to: 'if (pinned && !current) return isPinned',
  },
  {
    title: 'a request excludes only the waiting wallpapers',
    file: `${supply}/find-wallpapers.ts`,
    from: '...new Set([...waiting, ...seen.slice(seen.length - latest)]),',
    to: '...waiting,',
  },
  {
    title: 'the pictures of wallpapers that are no longer used stay stored',
    file: `${wallpaper}/deck-store.ts`,
    from: 'if (!used.includes(key)) images.delete(key)',
    to: 'if (!used) images.delete(key)',
  },
  {
    title: 'a tab waits for a slow database forever',
    file: `${wallpaper}/first-paint.ts`,
    from: 'await Promise.race([claiming, isLate()])',
    to: 'await Promise.race([claiming, isLate().then(() => claiming)])',
  },
  {
    title: 'after the clock was set back, a failed top-up still waits for its old time',
    file: '/remote/back-off.ts',
    from: 'if (now < status.lastAttempt || now >= status.retryAt) return true',
    to: 'if (now >= status.retryAt) return true',
  },
  {
    title: 'blocked wallpapers stay in the deck',
    file: `${supply}/align-deck.ts`,
    from: 'const aligned = applyPolicy(dropWhere(deck, isUnwanted), toPolicy(settings))',
    to: 'const aligned = applyPolicy((void isUnwanted, deck), toPolicy(settings))',
  },
  {
    title: 'wallpapers of another category stay in the deck',
    file: `${wallpaper}/deck.ts`,
    from: '.filter((entry) => entry.filters === filters || fits(entry))',
    to: '',
  },
  {
    title: 'the hour of a wallpaper never ends',
    file: `${wallpaper}/deck.ts`,
    from: "if (rotation === 'hour') return now - current.since >= hourMs",
    to: "if (rotation === 'hour') return false",
  },
  {
    title: 'no tab takes the picture of the day',
    file: `${wallpaper}/deck.ts`,
    from: '!current || current.since < day.showFrom',
    to: '!current',
  },
  {
    title: 'a light wallpaper stays after dusk until its hour is over',
    file: `${wallpaper}/deck.ts`,
    from: "const isTurn = deck.wasDark !== dark && rotation !== 'ask'",
    to: 'const isTurn = false',
  },
  {
    title: 'a wallpaper is shown again after twenty-five others',
    file: `${wallpaper}/deck.ts`,
    from: 'historyLength = 50',
    to: 'historyLength = 25',
  },
  {
    title: 'a tab that finds no new wallpaper shows a built-in one',
    file: `${wallpaper}/deck.ts`,
    from: 'next?.wallpaper ?? listFitting(deck.earlier, dark)[0]',
    to: 'next?.wallpaper',
  },
  {
    title: 'Previous passes over a wallpaper',
    file: `${wallpaper}/deck-moves.ts`,
    from: 'return at > 0 ? history[at - 1] : undefined',
    to: 'return at > 0 ? history[at - 2] : undefined',
  },
  {
    title: 'after Previous, Next does not return to what Previous left',
    file: `${wallpaper}/use-wallpaper.ts`,
    from: 'forward.current.push(shown.wallpaper)',
    to: 'void forward',
  },
  {
    title: 'a top-up starts more downloads than the deck has places',
    file: `${supply}/fill.ts`,
    from: 'isDone(deck, request, underway)',
    to: 'isDone(deck, request)',
  },
  {
    title: 'no alarm is set after a failed top-up',
    file: `${supply}/top-up.ts`,
    from: 'return isBug ? undefined : retryAt',
    to: 'return void retryAt',
  },
]
