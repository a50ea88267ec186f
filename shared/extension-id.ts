/**
 * The public part of a key that nobody has. Chromium derives the extension's id from it, so that pages of a server know the
 * id of the extension that was built for the server. Stores refuse a key, and give an id of their own.
 */
export const extensionKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuuQ1ASP4zu3FPR6E0meeizmtccIcPVE+AkQN9n+BdGr24GJlU+K3LcF/fqPmdIWlYjnDTDkvtAA1YCjGXWvXbvjSmF9HvHr3bvJL5U/0WkuU7+0M3qDadD0YvpJqo8Jt5fXdLImDIRSpsuhVnAFaIvyzr+smruQD30Z1XbPUBQjTYDnbuu0OYWVh4mh1oxo3zZYddXV172q6BRfdGoXfLaRzLJlsNvrqeutwnNGFCg1+bXcPcIk+UG0t9grWn6BTYa1og7S6T+CMgxC+zjZ9adOYaP7zDNpdgYZrBKti6HOl5d14iLyVfOOQkAYSixNgDaCBnBjEYUpSb3NC5p8sSwIDAQAB'

export const extensionId = 'jacnhgkaabgilhahodjmillkfojmgebn'
