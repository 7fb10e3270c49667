// An engine that offers nothing, and misbehaves in the way that its argument names at the third move.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

using std::cerr, std::cout, std::endl, std::string;

constexpr int LONG = 1000;   // seconds
constexpr size_t MIB = 1 << 20;

string yes(const string& id) { return "{\"id\":" + id + ",\"ok\":true}"; }

[[noreturn]] void wait_for_ever() {
  for (;;) sleep(LONG);
}
void deaf() {
  for (int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_IGN);
}
void touched(char* bytes, size_t size) { std::memset(bytes, 1, size); }
int deeper(volatile int* below) {
  volatile int here[1000] = {*below};
  return *below < 0 ? 0 : deeper(here) + here[0];
}
void children(int count, const std::function<void()>& each) {
  for (int i = 0; i < count; i++)
    if (fork() == 0) {
      each();
      wait_for_ever();
    }
}
[[noreturn]] void first_thread_ends(const std::function<void()>& other) {
  std::thread(other).detach();
  pthread_exit(nullptr);
}
void reborn(int lives) {  // a child that lives on as a new process; it has had so many lives afterwards
  int ends[2];
  if (pipe(ends)) std::abort();
  if (fork()) {
    close(ends[1]);
    if (read(ends[0], ends, 1)) std::abort();
    return;
  }
  for (int stream : {0, 1, 2}) close(stream);
  for (int life = 1;; life++) {
    if (life == lives) close(ends[1]);
    if (fork()) _exit(0);
    setsid();
  }
}
struct Dying {  // in C++ what stands outside of functions is ended after main, and may fail then
  bool armed = false;
  ~Dying() {
    if (armed) std::abort();
  }
} dying;

using Kind = std::function<void(const string& id)>;
const std::map<string, Kind> AT_THE_THIRD_MOVE = {
    {"crashes", [](const string&) { *static_cast<volatile int*>(nullptr) = 1; }},
    {"overflows the stack", [](const string&) { volatile int none = 0; deeper(&none); }},
    {"divides by zero", [](const string&) { raise(SIGFPE); }},  // not every processor does
    {"aborts", [](const string&) { std::abort(); }},
    {"throws", [](const string&) { throw std::logic_error("no idea"); }},
    {"frees twice", [](const string&) {
       char* volatile bytes = static_cast<char*>(std::malloc(100));
       std::free(bytes);
       std::free(bytes);
     }},
    {"exits", [](const string&) { std::exit(3); }},
    {"half an answer, and exits", [](const string& id) { cout << "{\"id\":" << id << std::flush; _exit(0); }},
    {"exits, its child holds the output", [](const string&) { children(1, [] {}); _exit(3); }},
    {"kills itself", [](const string&) { raise(SIGKILL); }},
    {"hears no alarm", [](const string&) { alarm(1); pause(); }},
    {"spins", [](const string&) { for (volatile int i = 0;; i = i + 1) {} }},
    {"spins in threads", [](const string&) {
       for (int i = 0; i < 4; i++) std::thread([] { for (volatile int n = 0;; n = n + 1) {} }).detach();
       wait_for_ever();
     }},
    {"sleeps deaf", [](const string&) { deaf(); wait_for_ever(); }},
    {"stops itself", [](const string&) { raise(SIGSTOP); }},
    {"does not flush", [](const string& id) { cout << yes(id) << "\n"; wait_for_ever(); }},
    {"only a carriage return", [](const string& id) { cout << yes(id) << "\r" << std::flush; wait_for_ever(); }},
    {"closes input", [](const string&) { close(0); wait_for_ever(); }},
    {"becomes another program", [](const string&) { execlp("sleep", "sleep", "1000", nullptr); }},
    {"becomes an echo", [](const string& id) { cout << yes(id) << endl; execlp("cat", "cat", nullptr); }},
    {"closes output", [](const string&) { close(1); wait_for_ever(); }},
    {"turns output elsewhere", [](const string& id) {
       dup2(open("/dev/null", O_WRONLY), 1);
       cout << yes(id) << endl;
       wait_for_ever();
     }},
    {"memory", [](const string&) { for (;;) touched(static_cast<char*>(std::malloc(MIB)), MIB); }},
    {"memory of the system", [](const string&) {
       for (;;) {
         void* at = mmap(nullptr, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         touched(static_cast<char*>(at), MIB);
       }
     }},
    {"memory of its children", [](const string&) {
       children(4, [] { touched(static_cast<char*>(std::malloc(60 * MIB)), 60 * MIB); });
       wait_for_ever();
     }},
    {"memory without its first thread", [](const string&) {
       first_thread_ends([] { for (;;) touched(static_cast<char*>(std::malloc(MIB)), MIB); });
     }},
    {"forks", [](const string&) { for (;;) children(1, [] {}); }},
    {"forks, each child anew", [](const string&) { for (int i = 0; i < 6; i++) fork(); wait_for_ever(); }},
    {"zeros", [](const string&) { cout << string(20, '\0') << endl; }},
    {"junk", [](const string&) { cout << "\x7f" "ELF\x02\x01\xff\xfe\x80" << endl; }},
    {"wide letters", [](const string& id) {
       string wide;
       for (char letter : yes(id) + "\n") wide += {letter, '\0'};
       cout << wide << std::flush;
     }},
    {"not a number", [](const string&) { cout << "{\"id\":" << std::nan("") << "}" << endl; }},
    {"a number with a point", [](const string& id) { cout << "{\"id\":" << id << ".5,\"ok\":true}" << endl; }},
    {"a later id", [](const string& id) { cout << yes(std::to_string(std::stoll(id) + 7)) << endl; }},
    {"too large an id", [](const string&) { cout << yes(std::to_string(~0ull)) << endl; }},
    {"late", [](const string& id) { cout << yes(std::to_string(std::stoll(id) - 1)) << endl; }},
    {"twice", [](const string& id) { cout << yes(id) << endl << yes(id) << endl; }},
    {"many lines", [](const string& id) { for (;;) cout << yes(id) << "\n"; }},
    {"one long line", [](const string&) { for (;;) cout << string(65536, 'x'); }},
    {"noise", [](const string&) { for (;;) cerr << string(65536, 'x'); }},
};
const std::map<string, Kind> ELSEWHERE = {
    // These answer as they should.
    {"leaves a child", [](const string& id) { cout << yes(id) << endl; }},
    {"leaves a child that holds the output", [](const string& id) { cout << yes(id) << endl; }},
    {"leaves a child that is born anew", [](const string& id) { cout << yes(id) << endl; }},
    {"leaves a child without its first thread", [](const string& id) { cout << yes(id) << endl; }},
    {"leaves an orphan", [](const string& id) { cout << yes(id) << endl; }},
    {"will not end", [](const string& id) { cout << yes(id) << endl; }},
    {"reads on and on", [](const string& id) { cout << yes(id) << endl; }},
    {"says goodbye", [](const string& id) { cout << yes(id) << endl; }},
    {"aborts at the end", [](const string& id) { cout << yes(id) << endl; }},
};

void before(const string& kind) {
  if (kind == "leaves a child that holds the output") children(1, [] {});
  if (kind == "leaves a child") children(1, [] { for (int stream : {0, 1, 2}) close(stream); });
  if (kind == "leaves a child that is born anew") reborn(3000);
  if (kind == "leaves a child without its first thread") children(1, [] {
    setsid();
    for (int stream : {0, 1, 2}) close(stream);
    first_thread_ends(wait_for_ever);
  });
  if (kind == "leaves an orphan" && fork() == 0) {
    setsid();
    for (int stream : {0, 1, 2}) close(stream);
    if (fork() == 0) wait_for_ever();
    _exit(0);
  }
  dying.armed = kind == "aborts at the end";
}

void afterwards(const string& kind) {
  if (kind == "will not end") wait_for_ever();
  if (kind == "says goodbye") cout << "Goodbye!" << endl;
  if (kind == "reads on and on")
    for (string line;;) std::getline(std::cin, line);
}

int main(int, char** words) {
  string kind = words[1];
  const Kind& misbehave = AT_THE_THIRD_MOVE.count(kind) ? AT_THE_THIRD_MOVE.at(kind) : ELSEWHERE.at(kind);
  before(kind);
  int moves = 0;
  for (string line; std::getline(std::cin, line);) {
    auto at = line.find("\"id\":") + 5;
    string id = line.substr(at, line.find(',', at) - at);
    moves += line.find("\"apply\"") != string::npos;
    if (moves >= 3) misbehave(id);
    else if (line.find("\"hello\"") != string::npos)
      cout << "{\"id\":" << id << ",\"protocol\":1,\"name\":\"hostile\",\"offers\":[]}" << endl;
    else cout << yes(id) << endl;
  }
  afterwards(kind);
}
