// Reads a declarative Jenkinsfile with the Groovy that Jenkins uses and prints its parts as JSON. Nothing is run: every
// word of the file is recorded with its arguments and its block. Words that declarative pipelines do not have in that
// place are refused, as Jenkins' own linter does.
//
//     java -cp groovy-all.jar groovy.ui.GroovyMain ci_jenkinsfile.groovy JENKINSFILE
import groovy.json.JsonOutput

// Which words may stand in the block of a word. A word that is not a key here takes no block.
WORDS = [
    pipeline  : ['agent', 'options', 'stages', 'post', 'triggers', 'tools', 'parameters'],
    agent     : ['label', 'docker', 'any', 'none'],
    options   : ['timeout', 'skipDefaultCheckout', 'timestamps', 'disableConcurrentBuilds', 'buildDiscarder'],
    stages    : ['stage'],
    stage     : ['agent', 'options', 'steps', 'post', 'when', 'tools'],
    steps     : ['sh', 'checkout', 'deleteDir', 'echo', 'recordCoverage', 'archiveArtifacts', 'junit'],
    post      : ['always', 'success', 'failure', 'unstable', 'cleanup', 'unsuccessful'],
    always    : ['sh', 'echo', 'recordCoverage', 'archiveArtifacts', 'junit', 'deleteDir'],
]
WORDS.success = WORDS.failure = WORDS.unstable = WORDS.cleanup = WORDS.unsuccessful = WORDS.always
NEEDED = [pipeline: ['agent', 'stages'], stage: ['steps']]

class Block {
    Map words
    Map needed
    String name
    List parts = []

    def methodMissing(String word, arguments) {
        def given = arguments as List
        if (!(word in words[name])) {
            throw new IllegalArgumentException("'${word}' is not allowed in '${name}', only ${words[name]}")
        }
        def block = given && given[-1] instanceof Closure ? given[-1] : null
        parts << [word: word, arguments: block ? given[0..<-1] : given, parts: block ? read(word, block) : null]
    }

    List read(String word, Closure closure) {
        if (!words.containsKey(word)) {
            throw new IllegalArgumentException("'${word}' takes no block")
        }
        def block = new Block(words: words, needed: needed, name: word)
        closure.delegate = block
        closure.resolveStrategy = Closure.DELEGATE_ONLY
        closure.call()
        def missing = (needed[word] ?: []) - block.parts.collect { it.word }
        if (missing) {
            throw new IllegalArgumentException("'${word}' lacks ${missing}")
        }
        return block.parts
    }

    def propertyMissing(String property) {
        if (property != 'scm') {
            throw new MissingPropertyException(property, Block)
        }
        return 'scm'
    }
}

def pipelines = []
def top = new Block(words: WORDS, needed: NEEDED, name: 'file')
def binding = new Binding(pipeline: { Closure closure -> pipelines << top.read('pipeline', closure) })
new GroovyShell(binding).evaluate(new File(args[0]))
if (pipelines.size() != 1) {
    throw new IllegalArgumentException("the file has ${pipelines.size()} pipelines")
}
println JsonOutput.prettyPrint(JsonOutput.toJson(pipelines[0]))
